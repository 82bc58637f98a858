"""What people and servers have chosen for themselves: plain queries, read anew whenever they matter."""

from collections.abc import Iterable

from bot.domain.settings import ServerSettings, UserSettings
from bot.storage.engine import Engine, Step


class SettingsStore:
    """The settings of people and servers."""

    def __init__(self, db: Engine) -> None:
        self._db = db

    async def user_settings(self, user: int) -> UserSettings:
        return (await self.users_settings((user,)))[user]

    async def users_settings(self, users: Iterable[int]) -> dict[int, UserSettings]:
        """Return what each of some people has chosen; who has chosen nothing has the usual."""
        found = dict.fromkeys(users, UserSettings())
        if not found:
            return found
        columns = ", ".join(UserSettings._fields)
        marks = ", ".join("?" * len(found))
        rows = await self._db.rows(f'SELECT "user", {columns} FROM people WHERE "user" IN ({marks})', found)
        return found | {user: _person(UserSettings(*fields)) for user, *fields in rows}

    async def save_user_settings(self, user: int, settings: UserSettings) -> None:
        fields = tuple(int(field) if isinstance(field, bool) else field for field in settings)
        seen = Step(
            'UPDATE ratings SET listed = ? WHERE "user" = ? AND guild = 0', (int(settings.everywhere), user)
        )
        await self._db.write(_upsert("people", '"user"', user, settings._fields, fields), seen)

    async def server_settings(self, guild: int) -> ServerSettings:
        columns = ", ".join(ServerSettings._fields)
        rows = await self._db.rows(f"SELECT {columns} FROM servers WHERE guild = ?", (guild,))
        if not rows:
            return ServerSettings()
        found = ServerSettings(*rows[0])
        return found._replace(channels=tuple(map(int, filter(None, str(rows[0][0]).split(",")))))

    async def save_server_settings(self, guild: int, settings: ServerSettings) -> None:
        fields = (",".join(map(str, settings.channels)), *settings[1:])
        await self._db.write(_upsert("servers", "guild", guild, settings._fields, fields))


def _person(settings: UserSettings) -> UserSettings:
    """Return settings with truth values where the database has numbers."""
    by_dm, large, sure = bool(settings.by_dm), bool(settings.large), bool(settings.sure)
    return settings._replace(by_dm=by_dm, large=large, sure=sure, everywhere=bool(settings.everywhere))


def _upsert(table: str, key: str, value: int, names: tuple[str, ...], fields: tuple[object, ...]) -> Step:
    """Write one row of settings anew."""
    columns, marks = ", ".join((key, *names)), ", ".join("?" * (len(names) + 1))
    renewed = ", ".join(f"{name} = excluded.{name}" for name in names)
    return Step(
        f"INSERT INTO {table} ({columns}) VALUES ({marks}) ON CONFLICT ({key}) DO UPDATE SET {renewed}",
        (value, *fields),
    )

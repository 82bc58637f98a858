"""The counter for presses about what has been played: reads what they are about and sends them on."""

from bot.desk.challenge import ChallengeDesk
from bot.desk.history import HistoryDesk
from bot.desk.lobby import LobbyDesk
from bot.desk.privacy import PrivacyDesk
from bot.desk.rate_limit import RateLimit
from bot.desk.records import RecordsDesk
from bot.desk.replaying import ReplayDesk
from bot.errors import OLD, Refused
from bot.screens import ids
from bot.screens.items import Interaction, chosen_values
from bot.tables.archive import Archive
from bot.tables.forgetter import Forgetter
from bot.tables.host import Host
from bot.tables.store import Store


class ArchiveDesk:
    """Leaderboards, profiles, histories and replays."""

    def __init__(self, host: Host, store: Store, lobby: LobbyDesk, rate_limit: RateLimit) -> None:
        self.records = RecordsDesk(store, rate_limit)
        self.challenge = ChallengeDesk(lobby)
        self.replaying = ReplayDesk(host, Archive(store), rate_limit)
        self.history = HistoryDesk(store, self.replaying)
        self.privacy = PrivacyDesk(store, Forgetter(host, store))

    async def press(self, interaction: Interaction, id: ids.ArchiveId) -> None:
        match id:
            case ids.ArchiveId("board"):
                await self.records.turn(interaction, id)
            case ids.ArchiveId("replay"):
                await self.replaying.press(interaction, id, chosen_values(interaction))
            case ids.ArchiveId("past"):
                await self.history.press(interaction, id, chosen_values(interaction))
            case ids.ArchiveId("me"):
                await self.privacy.press(interaction, id)
            case ids.ArchiveId("dare"):
                await self.challenge.press(interaction, id)
            case ids.ArchiveId("who", (user,), ids.Act(ids.MENU)) if user.isdecimal():
                game = next(iter(chosen_values(interaction)), "")
                await self.records.profile(interaction, int(user), game)
            case _:
                raise Refused(OLD)

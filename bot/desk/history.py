"""/history: my games, somebody's, or the server's, a page at a time."""

from bot.desk.answers import acknowledge, acknowledge_anew, answer
from bot.desk.asked import may_see, own_words
from bot.desk.replaying import ReplayDesk
from bot.desk.seeing import can_see
from bot.errors import OLD, Refused
from bot.screens import ids
from bot.screens.history import PAGE, Whose, history_screen
from bot.screens.items import Interaction
from bot.screens.parts import Screen
from bot.screens.profile import unknown
from bot.tables.played import Past
from bot.tables.store import Store
from games.core import Text


class HistoryDesk:
    """The counter for lists of games."""

    def __init__(self, store: Store, replaying: ReplayDesk) -> None:
        self._store = store
        self._replaying = replaying

    async def show(self, interaction: Interaction, whose: Whose) -> None:
        await acknowledge_anew(interaction)
        await answer(interaction, await self._page(interaction, whose))

    async def press(self, interaction: Interaction, id: ids.ArchiveId, values: list[str]) -> None:
        """Turn a page, or play one of its games again."""
        match id.of:
            case (("u" | "g") as kind, number) if number.isdecimal():
                whose = Whose(kind, int(number), max(0, id.act.number))
            case _:
                raise Refused(OLD)
        if id.act.name == ids.MENU and values and values[0].isdecimal():
            await self._replaying.show(interaction, int(values[0]))
            return
        await acknowledge(interaction)
        await answer(interaction, await self._page(interaction, whose))

    async def _page(self, interaction: Interaction, whose: Whose) -> Screen:
        words, after = await own_words(interaction), whose.page * PAGE
        if whose.kind == "g":
            if interaction.guild_id != whose.number:
                raise Refused(Text("This command works in the channels of a server."))
            pasts = await self._store.history_in(whose.number, after, PAGE + 1)
        elif whose.number == interaction.user.id:
            pasts = await self._store.history_of(whose.number, None, after, PAGE + 1)
        else:
            if not await may_see(self._store, interaction, whose.number):
                raise Refused(unknown(whose.number, words))
            pasts = await self._store.history_of(whose.number, interaction.guild_id or 0, after, PAGE + 1)
        shown = [past for past in pasts[:PAGE] if self._may_know(interaction, past)]
        return history_screen(whose, shown, len(pasts) > PAGE, words)

    def _may_know(self, interaction: Interaction, past: Past) -> bool:
        """Say whether a game may be told: one's own, or one in a channel that this person can see."""
        own = any(seated.user == interaction.user.id for seated in past.seats)
        return own or can_see(interaction, past.channel, past.home)

"""/history: my games, somebody's, or the server's, a page at a time."""

from bot.base.errors import BUTTON_IS_OLD, Refused
from bot.domain.records import Past
from bot.handlers.access import can_see
from bot.handlers.acts import Acts
from bot.handlers.reader import may_see, own_words
from bot.handlers.replay import ReplayHandler
from bot.handlers.responses import acknowledge, acknowledge_anew, answer
from bot.storage.records import RecordStore
from bot.storage.settings import SettingsStore
from bot.views.history import GAMES_PER_PAGE, Whose, history_screen
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction
from bot.views.parts.screen import Screen
from bot.views.records.profile import unknown
from games.core import Text


class HistoryHandler:
    """The counter for lists of games."""

    def __init__(self, records: RecordStore, settings: SettingsStore, replaying: ReplayHandler) -> None:
        self._records, self._settings = records, settings
        self._replaying = replaying

    def acts(self) -> Acts:
        return {(custom_ids.ArchiveId, "past"): self._press}

    async def show(self, interaction: Interaction, whose: Whose) -> None:
        await acknowledge_anew(interaction)
        await answer(interaction, await self._page(interaction, whose))

    async def _press(self, interaction: Interaction, id: custom_ids.ArchiveId, values: list[str]) -> None:
        """Turn a page, or play one of its games again."""
        match id.of:
            case (("u" | "g") as kind, number) if number.isdecimal():
                whose = Whose(kind, int(number), max(0, id.act.number))
            case _:
                raise Refused(BUTTON_IS_OLD)
        if id.act.name == custom_ids.MENU and values and values[0].isdecimal():
            await self._replaying.show(interaction, int(values[0]))
            return
        await acknowledge(interaction)
        await answer(interaction, await self._page(interaction, whose))

    async def _page(self, interaction: Interaction, whose: Whose) -> Screen:
        words, after = await own_words(interaction), whose.page * GAMES_PER_PAGE
        if whose.kind == "g":
            if interaction.guild_id != whose.number:
                raise Refused(Text("This command works in the channels of a server."))
            pasts = await self._records.history_in(whose.number, after, GAMES_PER_PAGE + 1)
        elif whose.number == interaction.user.id:
            pasts = await self._records.history_of(whose.number, None, after, GAMES_PER_PAGE + 1)
        else:
            if not await may_see(self._records, self._settings, interaction, whose.number):
                raise Refused(unknown(whose.number, words))
            pasts = await self._records.history_of(
                whose.number, interaction.guild_id or 0, after, GAMES_PER_PAGE + 1
            )
        shown = [past for past in pasts[:GAMES_PER_PAGE] if self._may_know(interaction, past)]
        return history_screen(whose, shown, len(pasts) > GAMES_PER_PAGE, words)

    def _may_know(self, interaction: Interaction, past: Past) -> bool:
        """Say whether a game may be told: one's own, or one in a channel that this person can see."""
        own = any(seated.user == interaction.user.id for seated in past.seats)
        return own or can_see(interaction, past.channel, past.home)

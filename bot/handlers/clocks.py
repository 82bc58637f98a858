"""Time: more of it for a decision, another pace for a table, and days away."""

from bot.base import timers
from bot.base.errors import BUTTON_IS_OLD, OVER, Refused, StaleQuestion
from bot.base.units import SECONDS_PER_DAY
from bot.delivery.panels import Panels
from bot.domain.pauses import pauses_of_settings
from bot.domain.settings import Away, UserSettings
from bot.handlers.acts import Acts
from bot.handlers.moves import STALE, MovesHandler
from bot.handlers.responses import acknowledge, answer, reader
from bot.service.services import Services
from bot.storage.clocks import ClockStore
from bot.storage.settings import SettingsStore
from bot.views.clocks import away_screen, chosen_pace, pace_screen
from bot.views.panels import PanelRequest
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction
from bot.views.parts.screen import sentence_screen
from games.core import Text, Texts

PACE_ACTS = ("pace", "paceyes", "paceno", custom_ids.OPTIONS)
YEAR = 365 * SECONDS_PER_DAY
A_YEAR = 30  # days that somebody may be away in a year
AT_ONCE = 14  # days that somebody may be away from one day on: Discord keeps to it, and so do we
GIVEN = Text("You have twice as long for this decision now.")
WELCOME_BACK = Text("Welcome back. Your clocks run again.")
NOT_SO_LONG = Text("You can be away for at most {days} days at a time.", days=AT_ONCE)
NOT_AWAY = Text("You are not away.")


class ClocksHandler:
    """The counter for everything that has to do with clocks."""

    def __init__(
        self,
        services: Services,
        clocks: ClockStore,
        settings: SettingsStore,
        play: MovesHandler,
        panels: Panels,
    ) -> None:
        self._services = services
        self._clocks, self._settings = clocks, settings
        self._play = play
        self._panels = panels

    def acts(self) -> Acts:
        return {
            (custom_ids.QuestionId, custom_ids.TIME): self._more,
            (custom_ids.AwayId, ""): self._back,
            **dict.fromkeys([(custom_ids.TableId, act) for act in PACE_ACTS], self._press),
        }

    async def _more(self, interaction: Interaction, id: custom_ids.QuestionId, _: list[str]) -> None:
        """Double what is left of the time for the question on the screen."""
        await acknowledge(interaction)
        table_id = id.table_id
        table = await self._services.tables.table(table_id)
        with self._panels.answering(table, table.own_seat(interaction.user.id)):
            word = GIVEN
            try:
                await self._services.clocks.more_time(table_id, interaction.user.id, id.stamp, interaction.id)
            except StaleQuestion:
                word = STALE
            except Refused as refused:
                word = refused.reason
            await self._play.hand(interaction, table_id, PanelRequest(word=word))

    # --- another pace ---

    async def _press(self, interaction: Interaction, id: custom_ids.TableId, values: list[str]) -> None:
        await acknowledge(interaction)
        table_id = id.table_id
        table = await self._services.tables.table(table_id)
        table.own_seat(interaction.user.id)  # refuses who does not play here
        if table.over:
            raise Refused(OVER)
        match id.act.name:
            case "pace":
                await answer(interaction, pace_screen(table, await reader(interaction)))
            case "paceyes" if (wished := table.wished_pace()) is not None:
                await self._wish(interaction, table_id, wished)
            case "paceno":
                await self._wish(interaction, table_id, table.timing.pace)
            case custom_ids.OPTIONS if values:
                await self._wish(interaction, table_id, chosen_pace(values[0]))
            case _:
                raise Refused(BUTTON_IS_OLD)

    async def _wish(self, interaction: Interaction, table_id: int, pace: str) -> None:
        table = await self._services.clocks.vote_for_pace(table_id, interaction.user.id, pace, interaction.id)
        wished = Text("The others see your wish at the table. A new pace counts as soon as all agree.")
        said = wished if table.wished_pace() is not None else Text("This is the pace now.")
        await answer(interaction, sentence_screen(await reader(interaction), said))

    # --- away ---

    async def _back(self, interaction: Interaction, _: custom_ids.AwayId, __: list[str]) -> None:
        await self.away(interaction, 0)

    async def away(self, interaction: Interaction, days: int) -> None:
        """Be away for some days from now on; no days: be back."""
        await acknowledge(interaction)
        if not 0 <= days <= AT_ONCE:
            raise Refused(NOT_SO_LONG)
        user, now = interaction.user.id, int(timers.now())
        before = await self._clocks.away_of(user, now - YEAR)
        kept = [Away(since, min(until, now)) for since, until in before]
        if days == 0 and kept == before:
            raise Refused(NOT_AWAY)
        left = A_YEAR - _days(kept, now - YEAR)
        if days > left:
            raise Refused(_too_many(left))
        for was, shortened in zip(before, kept, strict=True):
            if was != shortened:
                await self._clocks.add_away(user, *shortened)
        until = now + days * SECONDS_PER_DAY
        if days:
            await self._clocks.add_away(user, now, until)
        settings = await self._settings.user_settings(user)
        after = pauses_of_settings(settings, await self._clocks.away_of(user, now))
        await self._services.clocks.pauses_changed(user, pauses_of_settings(settings, before), after)
        screen = away_screen(until, left - days, await reader(interaction))
        await answer(
            interaction, screen if days else sentence_screen(await reader(interaction), WELCOME_BACK)
        )

    async def hours_changed(self, user: int, before: UserSettings, after: UserSettings) -> None:
        """Turn the slow clocks of somebody who has other quiet hours now."""
        aways = await self._clocks.away_of(user, int(timers.now()))
        await self._services.clocks.pauses_changed(
            user, pauses_of_settings(before, aways), pauses_of_settings(after, aways)
        )


def _days(aways: list[Away], after: int) -> int:
    """Return how many days somebody was away after a moment; a day begun counts."""
    seconds = sum(max(0, until - max(since, after)) for since, until in aways)
    return -(-seconds // SECONDS_PER_DAY)


def _too_many(left: int) -> Text:
    return Texts(
        "That is too long: you may be away for {n} more day this year.",
        "That is too long: you may be away for {n} more days this year.",
        n=max(0, left),
    )

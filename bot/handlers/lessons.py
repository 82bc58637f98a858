"""/learn and the presses in a lesson: private, alone, and no table."""

from bot.base.errors import BUTTON_IS_OLD, Refused
from bot.domain.entities import LessonName
from bot.domain.lessons import Progress, first_of, is_known
from bot.handlers.acts import Acts
from bot.handlers.lobby import LobbyHandler
from bot.handlers.responses import acknowledge, acknowledge_anew, answer, reader
from bot.service.lessons import LessonView
from bot.service.services import Services
from bot.text.words import Words
from bot.views.lessons import end_screen, lesson_screen, lessons_screen, offer_of, stopped_screen
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction
from games import GAMES
from games.core import Move
from games.lessons import lessons_of

MOVES = (custom_ids.MOVE, custom_ids.MENU, custom_ids.PICKS)
LEVELS = (custom_ids.GROUP, custom_ids.UP)


class LessonsHandler:
    """Answers those who learn a game."""

    def __init__(self, services: Services, lobby: LobbyHandler) -> None:
        self._services = services
        self._lobby = lobby

    def acts(self) -> Acts:
        return {
            (custom_ids.LobbyId, "learn"): self._of_lobby,
            (custom_ids.LessonId, "learn"): self._begin,
            (custom_ids.LessonId, "choose"): self._chosen,
            (custom_ids.LessonId, "show"): self._show,
            (custom_ids.LessonId, "skip"): self._skip,
            (custom_ids.LessonId, "stop"): self._stop,
            (custom_ids.LessonId, "play"): self._play,
            **dict.fromkeys([(custom_ids.LessonId, act) for act in (*MOVES, *LEVELS)], self._question),
        }

    async def choose(self, interaction: Interaction, game: str = "") -> None:
        """Show the lessons of a game, or of all."""
        await acknowledge_anew(interaction)
        learned = await self._services.lessons.learned(interaction.user.id)
        await answer(interaction, lessons_screen(learned, await reader(interaction), game))

    async def _of_lobby(self, interaction: Interaction, id: custom_ids.LobbyId, _: list[str]) -> None:
        """Begin the first lesson of a table's game that somebody has not been through."""
        await acknowledge_anew(interaction)
        game = (await self._services.tables.saved(id.table_id)).game
        learned = await self._services.lessons.learned(interaction.user.id)
        names = [LessonName(game, name) for name in lessons_of(GAMES[game])]
        if not names:
            raise Refused(BUTTON_IS_OLD)
        first = next((name for name in names if name not in learned), names[0])
        await self._shown(interaction, await self._services.lessons.begin(interaction.user.id, first))

    async def _begin(self, interaction: Interaction, id: custom_ids.LessonId, _: list[str]) -> None:
        await acknowledge(interaction)
        await self._shown(interaction, await self._services.lessons.begin(interaction.user.id, name_of(id)))

    async def _chosen(self, interaction: Interaction, _: custom_ids.LessonId, values: list[str]) -> None:
        """Begin the lesson that was chosen in the menu."""
        match [custom_ids.read(value) for value in values]:
            case [custom_ids.LessonId() as id]:
                await self._begin(interaction, id, [])
            case _:
                raise Refused(BUTTON_IS_OLD)

    async def _question(self, interaction: Interaction, id: custom_ids.LessonId, values: list[str]) -> None:
        """Make the move that was chosen, or open one of the levels of the menus."""
        await acknowledge(interaction)
        user, act, words = interaction.user.id, id.act, await reader(interaction)
        if act.name == custom_ids.MENU and values:
            act = custom_ids.read_value(values[0]) or act
        seen = await self._services.lessons.answer(user, name_of(id), id.done, None)
        current = id.done == len(seen.progress.moves) and not seen.progress.over
        if current and act.name in LEVELS:
            await self._shown(interaction, seen, level=_level(seen.progress, act, words))
        else:
            move = _move(seen.progress, act, values, words) if current else None
            await self._shown(
                interaction, await self._services.lessons.answer(user, name_of(id), id.done, move)
            )

    async def _show(self, interaction: Interaction, id: custom_ids.LessonId, _: list[str]) -> None:
        await acknowledge(interaction)
        seen = await self._services.lessons.show(interaction.user.id, name_of(id), id.done)
        await self._shown(interaction, seen)

    async def _skip(self, interaction: Interaction, id: custom_ids.LessonId, _: list[str]) -> None:
        """Show how a lesson ends to somebody who does not want to go through it."""
        await acknowledge(interaction)
        name = name_of(id)
        if not is_known(name):
            raise Refused(BUTTON_IS_OLD)
        await self._services.lessons.leave(interaction.user.id)
        await answer(interaction, end_screen(first_of(name), await reader(interaction)))

    async def _stop(self, interaction: Interaction, id: custom_ids.LessonId, _: list[str]) -> None:
        await acknowledge(interaction)
        seen = await self._services.lessons.answer(interaction.user.id, name_of(id), id.done, None)
        await answer(interaction, stopped_screen(seen.progress, await reader(interaction)))

    async def _play(self, interaction: Interaction, id: custom_ids.LessonId, _: list[str]) -> None:
        """Open a table of the game that was learned."""
        await self._lobby.open(interaction, id.game)

    async def _shown(self, interaction: Interaction, seen: LessonView, level: int = 0) -> None:
        screen = lesson_screen(seen.progress, await reader(interaction), seen.word, level)
        await answer(interaction, screen)


def name_of(id: custom_ids.LessonId) -> LessonName:
    return LessonName(id.game, id.lesson)


def _level(progress: Progress, act: custom_ids.Act, words: Words) -> int:
    offer = offer_of(progress, words)
    if offer is None:
        return 0
    return offer.above(act.number) if act.name == custom_ids.UP else max(act.number, 0)


def _move(progress: Progress, act: custom_ids.Act, values: list[str], words: Words) -> Move | None:
    """Return the move that was chosen, if it is on offer."""
    offer = offer_of(progress, words)
    if offer is None or act.number < 0:
        return None
    if act.name == custom_ids.PICKS:
        return offer.picked(act.number, [int(value) for value in values if value.isdecimal()])
    moves = offer.decision.moves
    return moves[act.number] if act.name == custom_ids.MOVE and act.number < len(moves) else None

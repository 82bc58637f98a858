"""A lesson as a private message: what to do and why, the real picture and the real menus; pure."""

from collections.abc import Container, Iterator
from typing import Any

from discord import ui

from bot.domain.entities import LessonName
from bot.domain.lessons import Progress, all_lessons, next_after
from bot.text.words import Words
from bot.views.controls import BACK_TO_MENU, control_rows
from bot.views.menus import Offer
from bot.views.parts import custom_ids
from bot.views.parts.items import Pick, Press, option
from bot.views.parts.screen import Screen, alt_text, layout, picture, row, sentence_screen
from games import GAMES
from games.core import Text
from games.lessons import question

LEARN = Text("Learn it in three minutes")  # Note: a button that begins a lesson
TICK = "✅"


def lesson_screen(progress: Progress, words: Words, word: Text | None = None, level: int = 0) -> Screen:
    """Show the step that a learner is at, or how the lesson ends."""
    if progress.over:
        return end_screen(progress, words)
    name, place = progress.name, progress.place
    game, step = GAMES[name.game], progress.lesson.steps[place.done]
    view = game.view(place.state, progress.lesson.seat)
    offer = offer_of(progress, words)
    head = Text(
        "{title} · {step} of {steps}",
        title=progress.lesson.title,
        step=place.done + 1,
        steps=len(progress.lesson.steps),
    )
    above = f"**{words.say(word)}**\n" if word else f"{words.say(place.did)} " if place.did else ""
    ids = custom_ids.lesson_step(*name, place.done)
    controls = offer.controls(level) if offer else ()
    items: list[ui.Item[Any]] = [
        ui.TextDisplay(f"### {words.say(head)}\n{above}{words.say(step.say)}"),
        picture(alt_text(words, game.page(view).alt)),
        *(shown for control in controls for shown in control_rows(ids, control, words)),
        _foot(ids, words, level),
    ]
    return Screen(layout(*items), game.scene(view, progress.right))


def offer_of(progress: Progress, words: Words) -> Offer | None:
    """Return the question that a learner is asked, with its moves in words."""
    game, place = GAMES[progress.name.game], progress.place
    asked = question(game, progress.lesson, place)
    if asked is None:
        return None
    view = game.view(place.state, progress.lesson.seat)
    return Offer(asked, tuple(game.label(view, move) for move in asked.moves), words.say)


def _foot(ids: custom_ids.LessonStep, words: Words, level: int) -> ui.ActionRow[Any]:
    # Note: buttons of a lesson: make the right move for me; go to its end; close it, my place is kept
    named = {"show": Text("Show me"), "skip": Text("Skip"), "stop": Text("Stop")}
    presses = [Press(ids.id(act), words.say(text)) for act, text in named.items()]
    back = [Press(ids.id(custom_ids.UP, level), words.say(BACK_TO_MENU))] if level else []
    return row(*back, *presses)


def end_screen(progress: Progress, words: Words) -> Screen:
    """Say in three lines what the lesson was about, and what can be done next."""
    name, lesson = progress.name, progress.lesson
    game, place = GAMES[name.game], progress.place
    view = game.view(place.state, lesson.seat)
    did = [place.did] if place.did and progress.over else []
    said = "\n".join(words.say(text) for text in (*did, *lesson.end))
    items: list[ui.Item[Any]] = [ui.TextDisplay(f"### {words.say(lesson.title)}\n{said}")]
    if progress.over:
        items.append(picture(alt_text(words, game.page(view).alt)))
    items.append(row(*_onward(name, words)))
    return Screen(layout(*items), game.scene(view, ()) if progress.over else None)


def _onward(name: LessonName, words: Words) -> Iterator[Press]:
    if following := next_after(name):
        yield Press(custom_ids.lesson(*following, "learn"), words.say(Text("The next lesson")), "good")
    play = Text("Play it now")  # Note: a button that opens a table
    yield Press(custom_ids.lesson(*name, "play"), words.say(play), "plain")
    yield Press(custom_ids.rules(name.game, 0), words.say(Text("Rules")))


def stopped_screen(progress: Progress, words: Words) -> Screen:
    """Say that a learner's place is kept."""
    said = Text("Your place is kept. Go on whenever you like.")
    on = Press(custom_ids.lesson(*progress.name, "learn"), words.say(Text("Go on")), "good")
    return Screen(layout(ui.TextDisplay(words.say(said)), row(on)))


def lessons_screen(learned: Container[LessonName], words: Words, game: str = "") -> Screen:
    """Show the lessons to choose from, of one game or of all, with a tick at those that are done."""
    options = []
    for name, lesson in all_lessons():
        if game in ("", name.game):
            value = custom_ids.lesson(*name, "learn")
            options.append(option(value, words.say(lesson.title), emblem=TICK if name in learned else ""))
    if not options:
        return sentence_screen(words, Text("There is no lesson for this game yet."))
    title = words.say(Text("Which lesson?"))
    ids = custom_ids.lesson_step(game or next(iter(GAMES)), "all")  # all share one menu
    chosen = Pick(ids.id("choose"), title, options)
    return Screen(layout(ui.TextDisplay(f"### {title}"), row(chosen)))

"""Looking back at a game: everybody's chance to win as a chart, what cost most, and what was luck."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.domain.table import Table
from bot.text.words import Words
from bot.views.parts import custom_ids
from bot.views.parts.items import Press
from bot.views.parts.screen import (
    Screen,
    alt_text,
    fitted,
    layout,
    picture,
    seat_name,
    sentence_screen,
    the_seat,
)
from games.ai.hint import named
from games.ai.review import Mistake, Review
from games.core import Seat, Text, Texts, replay
from games.reasons import reasons_of
from rendering.chart import chart

FAIR = 0.005  # of the chance to win: half a per cent is nothing


def because(reasons: tuple[Text, ...]) -> Text:
    """Say why a move is good, in the game's own words."""
    # Note: what a move does, a list: "Why – brings 9 points and takes the Marker"
    return Text("Why – {reasons}", reasons=reasons)


def review_button(table: Table, words: Words) -> Press:
    review = Text("Review", ctx="button: a computer looks back at the game that is over")
    return Press(custom_ids.table(table.id, "review"), words.say(review))


def waiting_screen(judged: int, moves: int, words: Words) -> Screen:
    """Say how far a look back is."""
    what = Text("A computer reviews this game. It may take a minute.")
    far = Text("Move {judged} of {moves}", judged=judged, moves=moves)
    return sentence_screen(words, what, far)


def review_screen(table: Table, line: Sequence[tuple[Seat, str]], review: Review, words: Words) -> Screen:
    """Show a review: the chart, the costliest decisions, luck and decisions."""
    title = Text("Review: {game}", game=table.rules.NAME)
    texts = [f"### {words.say(title)}", _costly(table, line, review, words), _shares(review, words)]
    items: list[ui.Item[Any]] = [ui.TextDisplay(text) for text in fitted(texts, 3000)]
    items.insert(1, picture(alt_text(words, told(review, words))))
    return Screen(layout(*items), chart(review.chances))


def told(review: Review, words: Words) -> list[Text]:
    """Say what the chart shows: where everybody began, stood halfway and ended, and when it swung most."""
    chances, moves = review.chances, len(review.chances) - 1
    says: list[Text] = [
        Texts("The chance to win over {n} move.", "The chance to win over {n} moves.", n=moves)
    ]
    half = chances[len(chances) // 2]
    for seat, (first, last) in enumerate(zip(chances[0], chances[-1], strict=True)):
        says.append(
            Text(
                "{who}: {first} at first, {half} halfway, {last} in the end.",
                who=the_seat(words, seat),
                first=percent(first),
                half=percent(half[seat]),
                last=percent(last),
            )
        )
    return says


def _costly(table: Table, line: Sequence[tuple[Seat, str]], review: Review, words: Words) -> str:
    """Name the decisions that cost most, each with what would have been better."""
    if not review.mistakes:
        return words.say(Text("No decision cost much: everybody played well."))
    title = Text("What cost most")
    lines = [f"**{words.say(title)}**"]
    first = table.rules.setup(len(table.users), table.seed, table.options)
    for mistake in sorted(review.mistakes, key=lambda mistake: -mistake.cost):
        state = replay(table.rules, first, line[: mistake.row])
        lines.append(f"- {words.say(_mistake(table, state, mistake, words))}")
        if better := _missed(table, state, mistake):
            lines.append(f"  -# {words.say(because(better))}")
    return "\n".join(lines)


def _missed(table: Table, state: Any, mistake: Mistake) -> tuple[Text, ...]:
    """Return what the better move would have done, and the move that was made has not."""
    made, better = (
        reasons_of(table.rules, state, mistake.seat, move) for move in (mistake.move, mistake.better)
    )
    return tuple(reason for reason in better if reason not in made)


def _mistake(table: Table, state: Any, mistake: Mistake, words: Words) -> Text:
    rules = table.rules
    view = rules.view(state, mistake.seat)
    made, better = (named(rules.label(view, move)) for move in (mistake.move, mistake.better))
    return Text(
        "Move {row}, {who} – {made} cost {cost}. Better – {better}",
        row=mistake.row + 1,
        who=the_seat(words, mistake.seat),
        made=made,
        cost=percent(mistake.cost),
        better=better,
    )


def _shares(review: Review, words: Words) -> str:
    """Say for each seat what its decisions cost, what the others gave, and what the cards did."""
    title = Text("Luck and decisions, in chances to win")
    lines = [f"**{words.say(title)}**"]
    for seat, (own, gift, luck) in enumerate(zip(review.decisions, review.gifts, review.luck, strict=True)):
        said = Text(
            "own decisions {own}, those of others {gifts}, luck {luck}",
            own=signed(-own),
            gifts=signed(gift),
            luck=signed(luck),
        )
        lines.append(f"{seat_name(words, seat)}  {words.say(said)}")
    return "\n".join(lines)


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def signed(share: float) -> str:
    if abs(share) < FAIR:
        return "±0 %"
    return f"{'+' if share > 0 else '−'}{100 * abs(share):.0f} %"

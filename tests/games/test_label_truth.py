"""No label and no reason promises what does not come: every number, in random games of every kind."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from bot.text.catalogue import forms_of
from games import GAMES
from games.contract import AnyGame, State
from games.core import Label, Text, Texts
from tests.games.labels import guilds, lucca, towers, tuir
from tests.games.labels.truth import Said, Untrue, compare, everything, moments, numeric, tables
from tests.games.towers_positions import table
from tests.kit import leaky
from tests.wide import today

CHECKS = {"guilds": guilds, "lucca": lucca, "towers": towers, "tuir": tuir}
RANDOM_GAMES = {"guilds": 12, "lucca": 16, "towers": 18, "tuir": 16}
EVERY = {"guilds": 5}  # states: the referee of guilds is slow
FEW_CARDS = [  # moments that random games seldom meet
    table("via 5 6", "5 6", deck="6 7", nobles="mura"),  # three cards are left to draw
    table("9 9 9", "5"),  # a hand with a single card
    table("9 9 9", ""),  # an empty hand
    table("9 9 9 5 6", ""),  # the same, with something to give
    table("10 10 10", "6 7 8", theirs=("8 * 8",), spent="pietra", deck="6 5 7"),  # a tower with a fine stone
    table("10 10 10", "6 7 8", theirs=("8 * 8", "5 6 7"), spent="pietra", deck="6 5 7"),
    table("5 6 7 8 9 10 pietra pietra pietra", used="mura", spent="pietra pietra pietra pietra"),
    table("8 8 8 8 8", towers=("9 9 9",), deck="6", market=""),  # an Income that finds one card
    table("palazzo 5 6 7 8 9 10", "5", nobles="mura"),
]


def random_states(key: str, seed: str) -> Iterator[State]:
    """Yield states of random games, with every number of seats and every option of the lobby."""
    every, ways = EVERY.get(key, 1), tables(GAMES[key])
    for n in range(max(RANDOM_GAMES[key], len(ways))):
        seats, options = ways[n % len(ways)]
        states = moments(GAMES[key], seats, options, f"{seed}/{n}", CHECKS[key].LIKED)
        yield from (state for at, state in enumerate(states) if at % every == n % every)


def compared(key: str, game: AnyGame, states: Iterator[State]) -> dict[str, Said]:
    """Compare all labels in these states; return one example of each sentence that was compared."""
    met = dict[str, Said]()
    for state in states:
        for said in everything(game, state):
            if compare(CHECKS[key].CHECKS, said):
                met.setdefault(said.text.id, said)
    return met


def falsified(text: Text, name: str) -> Text:
    """Return a sentence with one number that is wrong."""
    args: dict[str, Any] = dict(text.args)
    args[name] = wrong(args[name])
    if isinstance(text, Texts):
        return Texts(text.id, text.many, ctx=text.ctx, **args)
    return Text(text.id, ctx=text.ctx, **args)


def wrong(arg: Any) -> Any:
    match arg:
        case tuple():
            return tuple(wrong(part) if numeric(part) else part for part in arg)
        case str():
            return f"{arg}97"
    return arg + 50


@pytest.mark.parametrize("key", CHECKS)
def test_what_every_label_says_in_numbers_comes(key: str) -> None:
    """And a number that is false would be found: each sentence is said once more with each number wrong."""
    met = compared(key, GAMES[key], random_states(key, "today"))
    assert len(met) > 8
    for said in met.values():
        for name in (name for name, arg in said.text.args if numeric(arg)):
            with pytest.raises(Untrue, match="what comes is"):
                compare(CHECKS[key].CHECKS, said._replace(text=falsified(said.text, name)))


def test_labels_are_true_where_cards_run_out_and_towers_with_fine_stones_fall() -> None:
    met = compared("towers", GAMES["towers"], played_on(FEW_CARDS))
    expected = {
        "You draw one card", "Trade (take {n}, give {back})", "Trade (nothing to take, give {back})",
        "Tower {number} falls: {cards} go on the deck, one fine stone leaves the game",
        "Its stones go face up on the deck, one fine stone leaves the game",
        "Colourful, three fine stones ({n})", "Income of {n} card",
    }  # fmt: skip
    assert expected <= met.keys()


def played_on(states: list[State]) -> Iterator[State]:
    """Yield these states and those that one and two moves lead to."""
    for state in states:
        yield state
        for decision in GAMES["towers"].decisions(state):
            for move in decision.moves:
                after = GAMES["towers"].apply(state, decision.seat, move)
                yield after
                for asked in GAMES["towers"].decisions(after)[: move.startswith(("plain", "fell"))]:
                    yield from (GAMES["towers"].apply(after, asked.seat, answer) for answer in asked.moves)


@pytest.mark.parametrize("key", CHECKS)
def test_every_check_is_of_a_sentence_that_is_said(key: str) -> None:
    """A sentence that was reworded leaves no check behind."""
    said = {forms_of(message.id)[0] for message in today() if message.id}
    assert {text for text in CHECKS[key].CHECKS if not text.endswith("letter")} <= said


# --- false labels, planted ---------------------------------------------------------------------------


Change = Callable[[Text], Text]


def altered(arg: Any, change: Change) -> Any:
    """Return a sentence with all those inside it changed."""
    match arg:
        case Texts():
            return change(Texts(arg.id, arg.many, ctx=arg.ctx, **altered_args(arg, change)))
        case Text():
            return change(Text(arg.id, ctx=arg.ctx, **altered_args(arg, change)))
        case tuple():
            return tuple(altered(part, change) for part in arg)
    return arg


def altered_args(text: Text, change: Change) -> dict[str, Any]:
    return {name: altered(value, change) for name, value in text.args}


def labelled(key: str, change: Change) -> AnyGame:
    """Return a game whose labels are changed."""

    def label(view: Any, move: str) -> Label:
        made = GAMES[key].label(view, move)
        detail = altered(made.detail, change) if made.detail else None
        return Label(altered(made.text, change), detail, made.path, made.picks, made.letter, made.danger)

    return leaky(GAMES[key], label=label)


def instead(start: str, name: str, value: Callable[[dict[str, Any]], Any], text: Text) -> Text:
    """Say another value in the sentences that begin so."""
    if not text.id.startswith(start) or name not in dict(text.args):
        return text
    args: dict[str, Any] = dict(text.args)
    args[name] = value(args)
    if isinstance(text, Texts):
        return Texts(text.id, text.many, ctx=text.ctx, **args)
    return Text(text.id, ctx=text.ctx, **args)


FALSE = {  # what labels once said, and what they might say one day
    "the total of all walls as a gain": (
        "lucca",
        partial(instead, "{n} wall", "gain", lambda a: a["points"]),
    ),
    "the total of bastions as a gain": ("lucca", partial(instead, "Needs no", "gain", lambda a: a["points"])),
    "a Trade that takes three of two": ("towers", partial(instead, "Trade (take", "n", lambda a: 3)),
    "more cards than the decks hold": ("towers", partial(instead, "You draw", "n", lambda a: 5)),
    "fine stones that come back": (
        "towers",
        partial(instead, "Tower {number} falls", "cards", lambda a: f"{a['cards']}-◇8"),
    ),
    "a party that never was": ("lucca", partial(instead, "Open", "points", lambda a: a["points"] + 1)),
    "a group that lacks less": ("guilds", partial(instead, "Groups on it", "n", lambda a: a["n"] + 1)),
    "a rule that gives more": (
        "tuir",
        partial(instead, "Rules you know", "theirs", lambda a: a["theirs"] - 1),
    ),
}


FALSE_REASONS = {  # what a reason might say one day
    "points that do not come": ("tuir", partial(instead, "brings {n} point", "n", lambda a: a["n"] + 1)),
    "a place too many for a group": ("guilds", partial(instead, "gives you", "n", lambda a: a["n"] + 1)),
    "a window too many": ("lucca", partial(instead, "adds {n} window", "n", lambda a: a["n"] + 1)),
    "a stone too many": ("towers", partial(instead, "gives you {n} stone", "n", lambda a: a["n"] + 1)),
}


@pytest.mark.parametrize("fault", FALSE_REASONS)
def test_a_reason_that_promises_too_much_is_found(fault: str) -> None:
    key, change = FALSE_REASONS[fault]

    def reasons(before: Any, move: str, after: Any) -> tuple[Text, ...]:
        return tuple(altered(reason, change) for reason in GAMES[key].reasons(before, move, after))

    game = leaky(GAMES[key])
    vars(game)["reasons"] = reasons
    with pytest.raises(Untrue, match=r"what comes is .* reason: "):
        compared(key, game, random_states(key, "false"))


@pytest.mark.parametrize("fault", FALSE)
def test_a_label_that_promises_too_much_is_found(fault: str) -> None:
    key, change = FALSE[fault]
    few = played_on(FEW_CARDS) if key == "towers" else random_states(key, "false")
    with pytest.raises(Untrue, match="what comes is"):
        compared(key, labelled(key, change), few)


def test_a_new_label_with_a_number_that_nobody_compares_is_found() -> None:
    for new in (Text("It brings {points} points", points=3), Text("It brings three points")):
        game = labelled(
            "tuir", lambda text, new=new: new if text.id == "Its deck then shows a new card" else text
        )
        with pytest.raises(Untrue, match="no check knows the numbers"):
            compared("tuir", game, random_states("tuir", "new"))


def test_a_check_that_forgets_a_number_is_found() -> None:
    said = next(s for s in everything(GAMES["tuir"], GAMES["tuir"].setup(2, "x")) if s.text.args)
    text = Text("Rules you know, then: you {mine}, {rival} {theirs}", mine=1, theirs=2, rival="")
    with pytest.raises(Untrue, match="the check leaves out theirs"):
        compare({text.id: lambda asked, args: {"mine": 1}}, said._replace(text=text))

"""guilds keeps the promises of the house: open information, menus, pictures, tables and old logs."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.text.words import words
from bot.views.menus import Buttons, Offer
from games import guilds
from games.contract import AnyGame, check_game, signs, walk
from games.core import Decision, Label, Text, Texts, replay, winners
from games.data_tables import BadTable
from games.editions import by_edition
from games.guilds.board import Tile
from games.guilds.cards import TABLE, load
from games.guilds.picture_marks import ring_sprite
from games.guilds.picture_sheet import on_sheet
from games.guilds.state import State
from rendering.paint import paint
from rendering.scene import Box, Placed, Scene
from rendering.theme import GOLD, MARK
from tests.kit import caught, leaky

GAME: AnyGame = guilds
LOGS = sorted((Path(__file__).parents[1] / "logs").glob("guilds-*.json"))
OPTIONS = [(), ("component",), ("draft",), ("component", "draft", "first:1")]
SAY = words("en").say


def pieces(state: State) -> object:
    """All hexes wherever they are, and each seat's twenty tokens."""
    hexes = [tile.hex for tile in state.board] + [hex for hand in state.hands for hex in hand]
    hexes += [*state.pool, *(held.card for held in state.box)]
    placed = [sum(site.tokens.count(seat) for site in state.sites) for seat in range(state.seats)]
    tokens = [placed[seat] + state.tokens_left(seat) for seat in range(state.seats)]
    assert all(len(site.tokens) <= 2 and not (site.tokens and site.tower >= 0) for site in state.sites)
    assert len(state.sites) == 3 * len(state.board)
    return sorted(hexes), tokens


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_keeps_every_promise(seats: int) -> None:
    counts = Counter[str]()
    for n, options in enumerate(OPTIONS):
        every = (
            2 * seats - 1
        )  # odd, as tokens and hexes take turns; the more seats, the longer the game and the more viewers
        _, compared = check_game(GAME, seats, f"promise/{n}", options, conserved=pieces, every=every)
        counts += compared
    assert all(counts[verb] >= 8 for verb in ("token", "hex", "tower", "rest", "draft")), counts


# --- planted leaks ---------------------------------------------------------------------------------


def test_a_view_that_shows_the_box_is_caught() -> None:
    def view(state: State, viewer: int | None) -> object:
        return guilds.view(state, viewer)._replace(boxed=hash(state.box))

    assert "view of None leaks" in caught(leaky(guilds, view=view))


def test_an_offer_that_depends_on_the_box_is_caught() -> None:
    def decisions(state: State) -> tuple[Decision, ...]:
        (asked,) = guilds.decisions(state)
        best = [move for move in asked.moves if state.box[0].card < "H09" or move[-1] != "e"]
        return (Decision(asked.seat, asked.prompt, tuple(best), best[-1], open=True),)

    assert "leaks" in caught(leaky(guilds, decisions=decisions))


def test_the_honest_game_is_not_caught() -> None:
    assert caught(guilds, games=1) == ""


def test_only_the_order_in_the_box_is_hidden() -> None:
    state = guilds.setup(2, "box")
    twin = guilds.redeal(state, 0, "other")
    assert twin != state and twin._replace(box=state.box) == state
    drafted = guilds.setup(2, "box", ("draft",))
    while drafted.phase == "draft":
        drafted = guilds.apply(drafted, drafted.seat, guilds.decisions(drafted)[0].moves[0])
    assert drafted.box and guilds.redeal(drafted, None, "other") == drafted, "everyone saw what was left"


# --- golden logs -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_old_games_replay_for_ever(path: Path) -> None:
    kept = json.loads(path.read_text())
    game = by_edition(GAME, kept["edition"])
    state = start = game.setup(kept["seats"], kept["seed"], kept["options"])
    for seat, move in kept["log"]:
        (asked,) = game.decisions(state)
        assert asked.seat == seat and move in asked.moves
        state = game.apply(state, seat, move)
    assert not game.decisions(state)
    assert [list(score) for score in game.score(state)] == kept["scores"]
    assert replay(game, start, map(tuple, kept["log"])) == state


def test_there_are_golden_logs_of_every_kind() -> None:
    kept = [log for path in LOGS if (log := json.loads(path.read_text()))["edition"] == guilds.EDITION]
    assert {log["seats"] for log in kept} == {2, 3, 4}
    assert {option for log in kept for option in log["options"]} >= {"component", "draft"}


# --- menus -----------------------------------------------------------------------------------------


def reached(seats: int, options: tuple[str, ...], seed: str = "menus") -> list[State]:
    return [step.state for step in walk(GAME, seats, seed, options) if step.move]


def offer_of(state: State) -> tuple[Decision, Offer]:
    (decision,) = guilds.decisions(state)
    view = guilds.view(state, decision.seat)
    return decision, Offer(decision, tuple(guilds.label(view, move) for move in decision.moves), SAY)


def levels(offer: Offer) -> Iterator[tuple[int, int]]:
    """Every level of the menus that can be opened, with the presses that lead to it."""
    todo, seen = [(0, 0)], set[int]()
    while todo:
        opened, presses = todo.pop()
        seen.add(opened)
        yield opened, presses
        for control in offer.controls(opened):
            for entry in getattr(control, "entries", ()):
                if entry.value[0] == "g" and int(entry.value[1:]) not in seen:
                    todo.append((int(entry.value[1:]), presses + 1))


def most_presses(offer: Offer) -> int:
    return 1 + max(presses for _, presses in levels(offer))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_turn_takes_at_most_five_presses(seats: int) -> None:
    """The issue: token, hex, tower (or not) in at most five presses; forced moves take none."""
    worst = Counter[str]()
    for options in OPTIONS:
        for state in reached(seats, options):
            decision, offer = offer_of(state)
            worst[state.phase] = max(worst[state.phase], most_presses(offer))
            for opened, _ in levels(offer):
                for control in offer.controls(opened):
                    assert len(getattr(control, "entries", ())) <= 25
            assert decision.open
    assert worst["token"] <= 2 and worst["tower"] == 1
    assert worst["token"] + worst["hex"] + worst["tower"] <= 5


def test_a_rotation_is_never_chosen_unseen() -> None:
    """Where the menus on screen list rotations, the contact sheet shows them, with the same numbers."""
    sheets = 0
    for seats in (2, 3, 4):
        for state in reached(seats, ()):
            if state.phase != "hex":
                continue
            decision, offer = offer_of(state)
            for opened, _ in levels(offer):
                listed = listed_rotations(offer, opened)
                narrowed = offer.narrowed(opened)
                shown = on_sheet(tuple(way(move) for move in narrowed))
                assert {way(decision.moves[i]) for i in listed} <= set(shown)
                scene = guilds.scene(guilds.view(state, state.seat), narrowed)
                marks = {offer.labels[i].letter for i in listed}
                assert marks <= set(signs(scene))
                sheets += bool(listed)
    assert sheets > 50


def test_with_one_hex_and_few_places_all_rotations_are_on_the_sheet() -> None:
    """Up to five places have a menu each, which lists the rotations at once: the sheet shows them all."""
    start = guilds.setup(3, "few")
    seat = start.seat
    hands = tuple(hand[:1] if n == seat else () for n, hand in enumerate(start.hands))
    state = start._replace(hands=hands, phase="hex")
    decision, offer = offer_of(state)
    places = len(guilds.view(state, seat).places)
    assert 2 <= places <= 5 and len(offer.controls()) == places
    listed = listed_rotations(offer, 0)
    assert len(listed) == len(decision.moves)
    assert set(on_sheet(tuple(map(way, decision.moves)))) == {way(move) for move in decision.moves}


def way(move: str) -> Tile:
    _, hex, q, r, turn = move.split(":")
    return Tile(hex, int(q), int(r), int(turn))


def listed_rotations(offer: Offer, opened: int) -> list[int]:
    """The moves that one could press now; a place or hex with a single rotation is no choice of rotation."""
    controls = [c for c in offer.controls(opened) if not isinstance(c, Buttons)] + [
        c for c in offer.controls(opened) if isinstance(c, Buttons)
    ]
    entries = [entry for control in controls for entry in getattr(control, "entries", ())]
    moves = [int(entry.value[1:]) for entry in entries if entry.value[0] == "m"]
    paths = Counter(label.path for label in offer.labels)
    return [i for i in moves if paths[offer.labels[i].path] > 1]


def test_marks_are_unique_within_a_menu_and_places_count_from_one() -> None:
    for state in reached(2, ()):
        if state.phase == "hex":
            _, offer = offer_of(state)
            by_place: dict[Text, list[str]] = {}
            for label in offer.labels:
                by_place.setdefault(label.path[0], []).append(label.letter)
            numbers = [dict(place.args)["number"] for place in by_place]
            assert numbers == list(range(1, len(numbers) + 1))
            assert all(marks == [str(n + 1) for n in range(len(marks))] for marks in by_place.values())


def sentences(page: Any) -> Iterator[Text]:
    yield page.title
    for part in (page.seats, page.news, page.stakes, page.alt, page.table):
        yield from part


def test_a_rotation_names_the_tiles_in_their_order() -> None:
    """ "brown to A and B", never "to B and A": as the place above it names them."""
    lists = 0
    for state in reached(3, ()):
        if state.phase == "hex":
            for label in offer_of(state)[1].labels:
                for side in dict(label.text.args)["sides"]:
                    letters = dict(side.args)["tiles"]
                    assert list(letters) == sorted(letters)
                    lists += len(letters) > 1
    assert lists > 20


def test_the_rules_text_has_no_tables() -> None:
    """Discord shows a Markdown table as bars and dashes."""
    lines = TABLE.with_name("rules.md").read_text(encoding="utf-8").splitlines()
    assert not [line for line in lines if line.startswith("|")]


def test_words_stay_short() -> None:
    """The brief: entries and news that fit a phone and the longer languages."""
    for options in OPTIONS:
        for state in reached(4, options):
            view = guilds.view(state, state.seat)
            page = guilds.page(view)
            assert all(len(SAY(line)) <= 150 for line in (*page.seats, *page.news, *page.stakes))
            assert (
                len(page.news) <= 4 * state.seats + 1
                and sum(len(SAY(line)) + 1 for line in page.table) <= 3500 / 1.4
            )
            for move in guilds.decisions(state)[0].moves:
                check_label(guilds.label(view, move))


def check_label(label: Label) -> None:
    assert len(SAY(label.text)) <= 60
    assert label.detail is None or len(SAY(label.detail)) <= 65
    assert all(len(SAY(group)) <= 60 for group in label.path)


def test_every_sentence_is_in_the_template() -> None:
    """Babel finds every id that random games meet: no id is built at run time."""
    from bot.text.template import template

    known = {message.id for message in template()} | {""}
    flat = {part for id in known for part in (id if isinstance(id, tuple) else (id,))}
    for state in reached(3, ("draft",)):
        view = guilds.view(state, state.seat)
        (asked,) = guilds.decisions(state)
        texts = [asked.prompt, asked.help, *sentences(guilds.page(view))]
        for move in asked.moves:
            label = guilds.label(view, move)
            texts += [label.text, label.detail, *label.path]
        for text in texts:
            assert text is None or set(ids(text)) <= flat


def ids(text: Any) -> Iterator[str]:
    if isinstance(text, Text):
        yield text.id
        if isinstance(text, Texts):
            yield text.many
        for _, arg in text.args:
            for part in arg if isinstance(arg, tuple) else (arg,):
                yield from ids(part)


# --- pictures --------------------------------------------------------------------------------------


def colours(item: Any) -> Iterator[str]:
    if isinstance(item, Placed):
        item = item.sprite
    yield from (getattr(item, name, "") for name in ("fill", "line"))
    for part in getattr(item, "items", ()):
        yield from colours(part)


def test_numbers_of_places_stand_only_in_the_private_panel() -> None:
    """The issue: places where a hex may go are numbered only when it is time to choose, in the panel."""
    seen = 0
    for state in reached(3, ()):
        public = guilds.scene(guilds.view(state, None))
        assert not {MARK} & {colour for item in public.everything for colour in colours(item)}
        if state.phase == "hex":
            own = guilds.scene(guilds.view(state, state.seat), guilds.decisions(state)[0].moves)
            places = len(guilds.view(state, None).places)
            assert numbered(own) == {str(n + 1) for n in range(places)}
            seen += places
    assert seen > 20


def numbered(scene: Scene) -> set[str]:
    """The numbers that stand right between the ticks of a place."""
    found = set()
    for ticks, number in pairwise(scene.items):
        if isinstance(ticks, Placed) and MARK in set(colours(ticks)) and isinstance(number, Placed):
            found |= {sign for sign in signs(number) if not list(signs(ticks)) and sign.isdecimal()}
    return found


def test_the_guilds_that_a_token_may_go_to_have_a_ring_and_no_others() -> None:
    """As places are for a hex: all of them at first, then those of the tile that was chosen."""
    full = 0
    for state in reached(2, ()):
        if state.phase == "token":
            view, (decision, offer) = guilds.view(state, state.seat), offer_of(state)
            for opened, _ in levels(offer):
                shown = offer.narrowed(opened)
                items = guilds.scene(view, shown).items
                rings = [i for i in items if isinstance(i, Placed) and i.sprite == ring_sprite(i.sprite.w)]
                assert len(rings) == len(shown)
                violet = {sign for item in items if MARK in set(colours(item)) for sign in signs(item)}
                assert violet == {move.split(":")[1] for move in shown}, "the letters of their tiles"
            full += len(decision.moves) < len(view.sites)
    assert full > 10


def test_a_place_keeps_its_number_when_the_offer_narrows() -> None:
    state = next(state for state in reached(2, ()) if state.phase == "hex")
    view, (asked,) = guilds.view(state, state.seat), guilds.decisions(state)
    q, r = view.places[-1]
    narrowed = tuple(move for move in asked.moves if move.split(":")[2:4] == [str(q), str(r)])
    assert numbered(guilds.scene(view, narrowed)) == {str(len(view.places))} and len(view.places) > 1


@pytest.mark.slow
def test_pictures_keep_their_size() -> None:
    """300 pixels of a phone for every question but a rotation's; the painted ones under 100 KB."""
    largest = Scene(1, 1, "", ())
    for seats in (2, 3, 4):
        for options in ((), ("draft",)):
            for state in reached(seats, options):
                _, offer = offer_of(state)
                for opened, _ in levels(offer):
                    scene = guilds.scene(guilds.view(state, state.seat), offer.narrowed(opened))
                    assert scene.base is not None and scene.w == 1000 and scene.base.h <= 769
                    assert scene.base.h >= 0.55 * scene.h, "the board keeps more than half"
                    largest = max(largest, scene, key=lambda s: len(s.everything))
    assert len(paint(largest)) < 100_000


# --- the table of hexes ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "old", "new", "reason"),
    [
        (1, "id,", "name,", "columns"),
        (2, "H01", "H02", "H02"),  # then line 3 has it again
        (5, "brown,ochre,blue,green", "brown,brown,blue,green", "each once"),
        (4, "brown,ochre,blue", "brown,purple,blue", "each once"),
        (6, ",L,", ",X,", "chirality"),
        (7, ",L,", ",R,", "same chirality"),
        (9, "reconstruction", "guess", "status"),
        (17, "H16,green,blue,brown,ochre,R,2,reconstruction\n", "", "15 hexes"),
    ],
)
def test_a_broken_table_names_file_line_and_reason(
    tmp_path: Path, line: int, old: str, new: str, reason: str
) -> None:
    lines = TABLE.read_text().splitlines(keepends=True)
    if not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    (tmp_path / "hexes.csv").write_text("".join(lines))
    with pytest.raises(BadTable, match=rf"hexes.csv, line \d+: .*{reason}"):
        load(tmp_path / "hexes.csv")


def test_the_table_is_the_one_of_the_rules_page() -> None:
    """16 hexagons: 4 colour triples x 2 chiralities x 2."""
    kinds = Counter(frozenset({g[i:] + g[:i] for i in range(3)}) for g in (c.guilds for c in load().values()))
    assert len(kinds) == 8 and set(kinds.values()) == {2}
    assert len({frozenset(card.guilds) for card in load().values()}) == 4


def test_a_guild_in_the_menus_carries_the_sign_of_the_picture() -> None:
    """Brown, green and ochre look alike to some: the sign tells them apart in both places."""
    signs_of = {"brown": "■", "blue": "💧", "ochre": "◎", "green": "▲"}
    told = Counter[str]()
    for state in reached(2, ()):
        view, (asked,) = guilds.view(state, state.seat), guilds.decisions(state)
        for move in asked.moves:
            verb, *where = move.split(":")
            if verb in ("token", "tower"):
                assert SAY(guilds.label(view, move).text).startswith(
                    f"{where[0]} {where[1]} {signs_of[where[1]]}"
                )
                told[verb] += 1
    assert min(told["token"], told["tower"]) > 10


def test_the_card_of_the_winner_turns_gold_at_the_end_and_not_before() -> None:
    *_, before, last = walk(GAME, 3, "gold", ())
    scenes = [guilds.scene(guilds.view(step.state, None)) for step in (before, last)]
    gold = [[i for i in scene.everything if isinstance(i, Box) and i.line == GOLD] for scene in scenes]
    assert [len(boxes) for boxes in gold] == [0, len(winners(guilds.score(last.state)))]

"""Discord's limits for a Components V2 message, which discord.py does not check."""

import dataclasses
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any
from zlib import crc32

from bot.domain.agreements import Agreements, MissingQuestion, SeatWish
from bot.domain.deal_words import LONGEST_WORD
from bot.domain.entities import LogRow, TableRecord
from bot.domain.log import begin, fold
from bot.domain.pace import Clock, Timing
from bot.domain.records import LADDERS, Finished, LeaderboardRow, Past, Seated, Tally
from bot.domain.replay import Replay, steps_of
from bot.domain.table import Table
from bot.text.words import PSEUDO, Words, languages, words
from bot.views.board import read_screen, table_screen, watch_screen
from bot.views.calls import in_dm_screen, notice_screen
from bot.views.challenge import challenge_screen
from bot.views.clocks import pace_screen
from bot.views.ending import ended_screen
from bot.views.history import Whose, history_screen
from bot.views.my_tables import Mine, games_screen
from bot.views.panels import PanelRequest, offer_of, panel_screen
from bot.views.parts.items import BUTTON_COLUMNS
from bot.views.parts.screen import Screen, layout_of
from bot.views.parts.widths import width
from bot.views.privacy import privacy_screen, sure_to_delete_screen
from bot.views.records.leaderboard import LeaderboardQuery, ReaderRank, leaderboard_screen
from bot.views.records.profile import Profile, profile_screen
from bot.views.replay import replay_screen
from bot.views.seats import asking_screen, replaced_screen
from bot.views.verification import film_screen, verdict_screen
from games import GAMES
from games.contract import AnyGame, State, walk
from games.core import Text
from games.feats import feats_in
from games.record import Checked

LATE = 1_900_000_000
LONG = 2**63 - 1  # the longest id that Discord has
SAVED = TableRecord(
    *(2**31, LONG, LONG, "tuir", LONG, "en", (), "done", "0" * 32, 1, "", LONG, LONG, "", 0, 0, (), 0, 0, ())
)
BUTTON, SELECT, ROW, TEXT, GALLERY = 2, 3, 1, 10, 12


def parts(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield every component of a message, nested ones too."""
    for part in components:
        yield part
        yield from parts(part.get("components", []))
        if "accessory" in part:
            yield from parts([part["accessory"]])


def check_layout(components: list[dict[str, Any]]) -> None:
    """Assert that a message would be taken by Discord."""
    every = list(parts(components))
    assert len(every) <= 40, f"{len(every)} components"
    assert sum(len(p["content"]) for p in every if p["type"] == TEXT) <= 4000, "too much text"
    ids = [p["custom_id"] for p in every if "custom_id" in p]
    assert len(set(ids)) == len(ids), "an id stands twice"
    assert all(1 <= len(id) <= 100 for id in ids), "an id is too long"
    for part in every:
        CHECKS.get(part["type"], lambda part: None)(part)


def _row(part: dict[str, Any]) -> None:
    kinds = [inner["type"] for inner in part["components"]]
    assert kinds, "an empty row"
    assert len(kinds) <= 5 if SELECT not in kinds else kinds == [SELECT], f"row of {kinds}"


def _button(part: dict[str, Any]) -> None:
    assert 1 <= width(part["label"]) <= BUTTON_COLUMNS, part["label"]
    assert len(part.get("url") or "") <= 512, part["url"]


def _select(part: dict[str, Any]) -> None:
    options = part["options"]
    assert 1 <= len(options) <= 25, f"{len(options)} options"
    assert len(part.get("placeholder") or "") <= 150
    assert 0 <= part["min_values"] <= part["max_values"] <= len(options)
    assert len({o["value"] for o in options}) == len(options)
    for o in options:
        assert 1 <= len(o["label"]) <= 100 and 1 <= len(o["value"]) <= 100, o
        assert len(o.get("description") or "") <= 100, o


def _text(part: dict[str, Any]) -> None:
    assert part["content"].strip(), "an empty text"


def _gallery(part: dict[str, Any]) -> None:
    for item in part["items"]:
        assert 1 <= len(item.get("description") or "") <= 1024, "alt text"


CHECKS = {ROW: _row, BUTTON: _button, SELECT: _select, TEXT: _text, GALLERY: _gallery}


class OneMoment:
    """A game at one state: what it says there is worked out once, however many screens ask for it."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.view = cache(game.view)
        self._pages: dict[int, Any] = {}
        self._labels: dict[tuple[int, str], Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def page(self, view: Any) -> Any:
        """Views are kept by `view`, so their ids stay theirs."""
        if id(view) not in self._pages:
            self._pages[id(view)] = self._game.page(view)
        return self._pages[id(view)]

    def label(self, view: Any, move: str) -> Any:
        if (id(view), move) not in self._labels:
            self._labels[id(view), move] = self._game.label(view, move)
        return self._labels[id(view), move]


def fits_discord(game: AnyGame, state: State) -> None:
    """Assert that every page and panel of a state fits, in the longer pseudo-language and one of ours."""
    fits_in(game, state, PSEUDO, _one_of_ours(game, state))


def _one_of_ours(game: AnyGame, state: State) -> str:
    """Choose a language by the state itself, so that many states try them all, always the same way."""
    told = repr([(asked.seat, asked.moves[:3]) for asked in game.decisions(state)] or game.score(state))
    return languages()[crc32(told.encode()) % len(languages())]


def fits_in(game: AnyGame, state: State, *spoken: str) -> None:
    """Assert that every page and panel of a state fits, in these languages."""
    seats = len(game.score(state))
    table = as_table(OneMoment(game), state, seats)
    for language in spoken:
        say = words(language)
        screens = [table_screen(table, say), *(read_screen(table, say, v) for v in (None, *range(seats)))]
        busy = timed(voted(table))
        screens += [watch_screen(busy, say), table_screen(busy, say, away=dict.fromkeys(range(seats), LATE))]
        screens += [pace_screen(busy, say), in_dm_screen(SAVED, busy, say)]
        screens += [notice_screen(busy, say, range(seats))] if table.awaited() else []
        screens += [table_screen(timed(deserted(table)), say), replaced_screen(say)]
        screens += [asking_screen(missed(table), say, range(seats)), table_screen(timed(missed(table)), say)]
        screens += [games_screen(many(table), say, dm=False)] if table.awaited() else []
        screens += [ended_screen(SAVED, table, say, tuple(range(seats)))] if table.over else []
        for seat in range(seats):
            screens += panel_levels(busy, seat, language)
        for screen in screens:
            check_layout(layout_of(screen))


def many(table: Table) -> list[Mine]:
    """Return as many tables as one person can have in a list."""
    return [Mine(SAVED, dataclasses.replace(table, id=table.id - n), n % 2 == 0) for n in range(25)]


def voted(table: Table) -> Table:
    """Return a table at which all but one want to stop: the most that is said beside the moves."""
    votes = tuple((seat, table.last_row) for seat in range(1, len(table.users)))
    paces = tuple((seat, "slow:604800") for seat in range(1, len(table.users)))
    return dataclasses.replace(table, beside=Agreements(votes=votes, paces=paces, words=table.beside.words))


def timed(table: Table) -> Table:
    """Return a table with as much to say about time as can be: different deadlines, all late before."""
    seats = range(len(table.users))
    clocks = tuple(Clock(1, LATE + seat, -1, 0, 600) for seat in seats)
    return dataclasses.replace(table, timing=Timing("live:300", 0, clocks), lapsed=(1,) * len(table.users))


def deserted(table: Table) -> Table:
    """Return a table at which all but one are gone or replaced, and the last one wants to stop."""
    gone = tuple(range(1, len(table.users)))
    taken = tuple((seat, table.users[seat]) for seat in gone)
    kinds = {
        "words": table.beside.words,
        "left": gone[::3],
        "absent": (*gone[1::3], *gone[2::3]),
        "strayed": gone[2::3],
    }
    votes = ((0, table.last_row),)
    return dataclasses.replace(table, beside=Agreements(**kinds, votes=votes, substitutes=taken))


def missed(table: Table) -> Table:
    """Return a table at which as much is asked about seats as can be: three vanished, one seat is wanted."""
    others = tuple((seat, what) for seat, what in zip(range(5), ("wait", "house", "finish"), strict=False))
    asked = [MissingQuestion(n, n % len(table.users), 1_900_000_000, 86_400, 0, others) for n in range(1, 4)]
    wish = SeatWish(2**20, 0, 2**63 - 1, 1_900_000_000, frozenset(range(len(table.users))))
    beside = Agreements(missing=tuple(asked), asked=3, wish=wish, words=table.beside.words)
    return dataclasses.replace(table, beside=beside)


def as_table(game: AnyGame, state: State, seats: int) -> Table:
    """Return a table at a state, with the longest user ids that Discord has."""
    users = tuple(2**63 - 1 - seat for seat in range(seats))
    start = begin(2**31, game, users, "0" * 32, ())
    return Table(
        start.id,
        game,
        users,
        start.seed,
        (),
        state,
        game.decisions(state),
        (0,) * seats,
        moved_at=1_900_000_000,
        moved=(0,) * seats,
        draw="0" * 32,
        beside=Agreements(words=tuple((seat, "W" * LONGEST_WORD) for seat in range(seats))),
    )


def panel_levels(table: Table, seat: int, language: str) -> Iterator[Screen]:
    """Yield a panel with each of its groups opened; every move must be within three presses."""
    say = words(language)
    offer = offer_of(table, seat, say)
    yield panel_screen(table, seat, say, PanelRequest(help=True))
    if offer is None:
        return
    if red := [number for number, label in enumerate(offer.labels) if label.danger]:
        yield panel_screen(table, seat, say, PanelRequest(sure=red[0]))
    presses: dict[str, int] = {}
    level, depth, seen = {0}, 1, {0}
    while level:
        found: set[int] = set()
        for opened in level:
            if opened:
                yield panel_screen(table, seat, say, PanelRequest(level=opened, help=True))
            for control in offer.controls(opened):
                for entry in getattr(control, "entries", ()):
                    assert len(entry.text) <= 100 and len(entry.detail) <= 100, entry
                    if entry.value.startswith("g"):
                        found.add(int(entry.value[1:]))
                    else:
                        presses.setdefault(entry.value, depth)
                if hasattr(control, "items"):
                    assert all(len(item) <= 100 for item in control.items)
                    for i in offer.group(control.level).picks:
                        presses.setdefault(f"m{i}", depth)
        level, depth = found - seen, depth + 1
        seen |= found
    moves = {f"m{i}" for i in range(len(offer.decision.moves))}
    assert presses.keys() == moves, "a move that no menu leads to"
    assert max(presses.values()) <= 3, "more than three presses"


def check_records(language: str) -> None:
    """Assert that what is told of finished games fits, at its longest."""
    for screen in record_screens(words(language)):
        check_layout(layout_of(screen))


def record_screens(say: Words) -> Iterator[Screen]:
    """Yield the screens of leaderboards, profiles and challenges with as much as they can hold."""
    ranks = [LeaderboardRow(LONG - n, 10**6, 10**6, 25.0, 8.0) for n in range(10)]
    for key in GAMES:
        for ladder, season, everywhere in product(LADDERS, (False, True), (False, True)):
            which = LeaderboardQuery(key, ladder, season, everywhere, 1999)
            own = ReaderRank(10**6, LeaderboardRow(LONG, 10**6, 10**6, 25.0, 1.0))
            yield leaderboard_screen(which, ranks, 20_000, say, own)
            yield leaderboard_screen(which, ranks, 20_000, say, shared=True)
        yield leaderboard_screen(LeaderboardQuery(key), [], 0, say)
    tallies = [Tally(key, 10**6, 10**6, 10**6) for key in GAMES]
    feats = [f"{key}:{feat.key}" for key, game in GAMES.items() for feat in feats_in(game)]
    course = [25.0 + n for n in range(40)]
    ratings = dict.fromkeys(GAMES, ranks[0])
    for course_told in (course, course[:1], []):
        yield profile_screen(
            Profile(LONG, "lucca", tallies, ratings, course_told, [1] * 1000, feats, (10**6, 10**6, 10**6)),
            say,
        )
    yield challenge_screen(LONG, say)
    yield privacy_screen(dict.fromkeys(("tables", "moves", "results"), 10**6), say)
    yield sure_to_delete_screen(10**6, say)
    for key in GAMES:
        yield from replay_screens(key, say)
        checked = Checked(10**6, "score", (1, 2))
        record = {"game": key, "mark": "0" * 64, "seal": "0" * 64}
        drawn = {
            "draw": "0" * 32,
            "drawn": "0" * 64,
            "words": ["W" * LONGEST_WORD] * 5,
            "shares": ["0" * 64] * 5,
        }
        for of_words in (
            {},
            {"unused": "0" * 64},
            drawn,
            drawn | {"words": [None] * 5},
            drawn | {"shares": [""] * 5},
        ):
            yield verdict_screen(record | of_words, checked, None, say)
        yield verdict_screen(record, None, Text("rows are missing, or stand twice"), say)
        yield film_screen(record, say)
    for kind, how in product("ug", ("score", "stop", "early", "close", "missed")):
        game = Finished(LONG, 1, LONG, "towers", 1, "", "", 5, 0, how, "", "", "", "", 9, 1, LONG, 1)
        seats = tuple(Seated(seat, LONG - seat, seat + 1, "100,1", 9, 0, 25.0, 8.0) for seat in range(5))
        pasts = [Past(game._replace(table_id=LONG - n), seats, LONG, LONG) for n in range(10)]
        yield history_screen(Whose(kind, LONG, 9999), pasts, True, say)
        yield history_screen(Whose(kind, LONG), [], False, say)


def replay_screens(key: str, say: Words) -> Iterator[Screen]:
    """Yield a replay at its first, middle and last steps, through all eyes."""
    game = GAMES[key]
    seats = game.SEATS[-1]
    steps = list(walk(game, seats, "limits"))
    users = tuple(LONG - seat for seat in range(seats))
    start = begin(2**31, game, users, "limits", ())
    rows = [LogRow(n, "move", step.seat, step.move) for n, step in enumerate(steps[:-1], 1)]
    replay = Replay(fold(start, rows), steps_of(start, rows))
    for viewer in (None, *range(seats)):
        last = len(replay.seen(viewer)) - 1
        for at in (0, last // 2, last):
            yield replay_screen(replay, viewer, at, say)

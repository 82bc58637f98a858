"""The record of a finished game, as it is exported: all that is needed to play it again and to check it."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from games import GAMES, fingerprint
from games import mark_of as fingerprint_of
from games.core import Game, IllegalMove, Move, Seat, Text, commitment, places, play
from games.editions import NotKept, by_edition, over
from games.fair import mark_of, promise, seal_of, wrong_with_draw

FORMAT = "record 1"
AnyGame = Game[Any, Any]
Record = Mapping[str, Any]
NEEDED = (
    *("table", "game", "edition", "options", "seats", "data", "seed", "mark", "seal", "how"),
    *("log", "left", "results"),
)


class BadRecord(ValueError):
    """A record that is not what it claims to be; says why."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.id.format_map(dict(reason.args)))
        self.reason = reason


class Moment(NamedTuple):
    """A state of a game, and the move that led to it."""

    row: int
    seat: Seat
    move: Move
    state: Any


class Checked(NamedTuple):
    """What a sound record comes to."""

    moves: int
    how: str
    places: tuple[int, ...]


def rules_of(record: Record) -> AnyGame:
    """Return the rules that a record was played by: its edition, over its data files."""
    key = record["game"]
    if key not in GAMES:
        raise BadRecord(Text("there is no game {key} here", key=str(key)))
    if record["data"] == fingerprint(key):
        game = GAMES[key]
    else:
        files = record.get("files") or {}
        if fingerprint_of(files) != record["data"]:
            raise BadRecord(Text("its data files are not those that it was dealt from"))
        game = over(key, files)
    try:
        return by_edition(game, record["edition"])
    except NotKept as gone:
        raise BadRecord(Text("its edition of the rules is not kept any more")) from gone


def line_of(record: Record, game: AnyGame) -> list[Moment]:
    """Play a record again, every move checked; return its states, without what was taken back."""
    line = [Moment(0, -1, "", game.setup(record["seats"], record["seed"], tuple(record["options"])))]
    for row, kind, seat, text, *_ in record["log"]:
        if kind == "back":
            line = [moment for moment in line if moment.row <= int(text)]
        elif kind == "move":
            try:
                line.append(Moment(row, seat, text, play(game, line[-1].state, seat, text)))
            except IllegalMove:
                raise BadRecord(Text("row {row}: a move that was not on offer", row=int(row))) from None
        elif kind != "end":
            raise BadRecord(Text("row {row} is of no known kind", row=int(row)))
    return line


def check(record: Record) -> Checked:
    """Check a record in every way: the deal, the log, and the results that it comes to."""
    if missing := [name for name in NEEDED if name not in record]:
        raise BadRecord(Text("it is no record of a game, since it lacks: {missing}", missing=tuple(missing)))
    for wrong in _broken_marks(record):
        raise BadRecord(wrong)
    _check_draw(record)
    try:
        game = rules_of(record)
        line = line_of(record, game)
    except BadRecord:
        raise
    except Exception as error:  # whatever somebody has written into it
        raise BadRecord(Text("it cannot be played again")) from error
    standing = _places(record, game, line[-1].state)
    given = {result["seat"]: result["place"] for result in record["results"]}
    if bool(given) > bool(standing) or any(standing[seat] != place for seat, place in given.items()):
        raise BadRecord(Text("the results are not those of the game"))
    return Checked(len(line) - 1, record["how"], standing)


def _check_draw(record: Record) -> None:
    """Check that the deal follows from the draw of its lobby and the words; older tables have none."""
    if "draw" not in record:
        return
    try:
        wrong = next(wrong_with_draw(record), None)
    except Exception as error:  # whatever somebody has written into it
        raise BadRecord(Text("it cannot be played again")) from error
    if wrong:
        raise BadRecord(wrong)


def _broken_marks(record: Record) -> Iterator[Text]:
    """Yield what does not hold of the promise that was made at the start, and of the seal over the log."""
    deal = (record["table"], record["game"], record["edition"], record["data"], record["options"])
    first = commitment(record["table"], record["seed"])  # the way of older tables
    if record["mark"] not in (mark_of(promise(*deal, record["seats"], record["seed"])), first):
        yield Text("the deal is not the one that was promised: the mark does not fit")
    if record["seal"] != seal_of(record["mark"], record["log"]):
        yield Text("the log was changed: the seal does not fit")
    if [row[0] for row in record["log"]] != list(range(1, len(record["log"]) + 1)):
        yield Text("rows are missing, or stand twice")


def _places(record: Record, game: AnyGame, state: Any) -> tuple[int, ...]:
    """Return the places that a game comes to; none when nobody has won."""
    ends = [(seat, text) for _, kind, seat, text, *_ in record["log"] if kind == "end"]
    if [text for _, text in ends] != ([] if record["how"] == "score" else [record["how"]]):
        raise BadRecord(Text("it did not end as it says"))
    seats, left = range(record["seats"]), record["left"]
    if not ends:
        if game.decisions(state):
            raise BadRecord(Text("the game is not over at its end"))
        scores = game.score(state)
        right = {seat: [] if seat in left else list(scores[seat]) for seat in seats}
        if any(right[result["seat"]] != result["score"] for result in record["results"]):
            raise BadRecord(Text("the scores are not those of the game"))
        return places([(seat not in left, *scores[seat]) for seat in seats])
    [(ended, how)] = ends
    if how not in ("resign", "alone", "claim"):
        return ()
    return places([(seat not in left, int((seat == ended) == (how != "resign"))) for seat in seats])

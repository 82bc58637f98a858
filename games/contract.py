"""What every game promises; used by the tests and by `python -m games ... --check`."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from games import HOME, rules_pages
from games.core import (
    HIGHEST,
    MENU,
    MOVE,
    TEXT,
    WIDEST,
    Decision,
    IllegalMove,
    Move,
    Seat,
    Text,
    Texts,
    Who,
    knows,
    offer,
    play,
    replay,
)
from games.editions import kept_editions
from games.information_sets import AnyGame as AnyGame
from games.information_sets import State as State
from games.information_sets import difference as difference
from games.information_sets import hidden, information_set, viewers
from games.reasons import MOST, WORDS, reasons_of
from games.rulebook import appendix_of, figures_of, glossary_of, pictured, shown
from rendering.font import drawable
from rendering.overlap import hidden_numbers
from rendering.scene import Glyph, Placed, Scene

Log = tuple[tuple[Seat, Move], ...]
Fits = Callable[[AnyGame, State], None]  # raises when a panel or page would not fit Discord

LONGEST = 20_000  # moves; a game that lasts longer does not end
ENOUGH_TWINS = 20  # comparisons between worlds: with fewer the search for leaks says little
JUDGED = 6  # moves of a question whose reasons are compared with those in another world
SIGN = re.compile(r"[A-Z]?[A-Z0-9IVX+\-−–×=/·*?!:.→]{0,6}")


class Broken(AssertionError):
    """A promise that a game does not keep."""


class Step(NamedTuple):
    """One move of a walk, and the state before it."""

    state: State
    seat: Seat
    move: Move


def expect(holds: bool, *what: object) -> None:
    if not holds:
        raise Broken(" | ".join(map(str, what)))


# --- walking ---------------------------------------------------------------------------------------


def pick(dice: Random, decision: Decision) -> Move:
    """Pick a verb, then a move of it, and the idle move one time in ten."""
    if dice.random() < 0.1:
        return decision.idle
    verb = dice.choice(sorted({move.partition(":")[0] for move in decision.moves}))
    return dice.choice([move for move in decision.moves if move.partition(":")[0] == verb])


def walk(game: AnyGame, seats: int, seed: str, options: Sequence[str] = ()) -> Iterator[Step]:
    """Yield every step of one random game; the last one has no move ("")."""
    dice, state = Random(f"walk/{seed}"), game.setup(seats, seed, options)
    for _ in range(LONGEST):
        asked = game.decisions(state)
        waiting = [d for d in asked if not d.settled] or list(asked)
        if not asked:
            yield Step(state, -1, "")
            return
        decision = dice.choice(waiting if dice.random() < 0.9 else asked)
        move = pick(dice, decision)
        yield Step(state, decision.seat, move)
        state = game.apply(state, decision.seat, move)
    raise Broken(f"{game.KEY}: the game of seed {seed} does not end")


# --- the promises ----------------------------------------------------------------------------------


def check_home(game: AnyGame) -> None:
    """The key is the name of the folder, and every page of the rules there fits one message."""
    folder = getattr(game, "__name__", game.KEY).rpartition(".")[2]
    expect(folder == game.KEY, game.KEY, "KEY is not the name of the folder", folder)
    expect((HOME / game.KEY / "rules.md").is_file(), game.KEY, "no rules.md")
    for page in rules_pages(game.KEY):
        fits = len(shown(page)) <= TEXT
        expect(fits, game.KEY, f"a page of rules.md over {TEXT} characters", page.partition("\n")[0])
    check_rulebook(game)
    check_editions(game)


def check_editions(game: AnyGame) -> None:
    """Games that were begun by the edition before that of today can be played to their end."""
    game = getattr(game, "today", game)
    kept = kept_editions(game)
    before = set(range(min(kept, default=game.EDITION), game.EDITION))
    expect(game.EDITION == 1 or bool(kept), game.KEY, "EDITION was raised and the one before is not kept")
    expect(set(kept) == before, game.KEY, "the editions kept must be those before EDITION", *kept)
    for edition, old in kept.items():
        for name in old.__all__:
            expect(hasattr(game, name), game.KEY, f"edition {edition} has what no game has", name)


def check_rulebook(game: AnyGame) -> None:
    """The pictures that the rules text asks for are there and used; no key of the glossary comes twice."""
    figures, entries, pages = figures_of(game), glossary_of(game), rules_pages(game.KEY)
    asked = [name for page in pages for name in pictured(page)]
    expect(sorted(asked) == sorted(figures), game.KEY, "pictures and rules.md differ", {*asked} ^ {*figures})
    leaves = appendix_of(game)
    expect(len(pages) + len(leaves) <= MENU, game.KEY, f"more than {MENU} pages of rules")
    keys = [entry.key for entry in entries]
    expect(len(set(keys)) == len(keys), game.KEY, "a key of the glossary comes twice")
    for figure in (*figures.values(), *(leaf.figure for leaf in leaves)):
        check_scene(game, figure.scene)
        expect(bool(figure.alt), game.KEY, "a picture of the rules that nobody describes")
    for entry in entries:
        check_scene(game, entry.scene)


def check_replay(game: AnyGame, seats: int, seed: str, options: Sequence[str], steps: Sequence[Step]) -> None:
    """1. Replaying the log gives an equal state."""
    log = [(s.seat, s.move) for s in steps[:-1]]
    again = replay(game, game.setup(seats, seed, options), log)
    expect(again == steps[-1].state, game.KEY, "replay differs", seed)
    expect(not game.decisions(again), game.KEY, "not over", seed)


def check_scores(game: AnyGame, state: State) -> None:
    """Every part of a score after the first has a name: the final ranking says what decided."""
    for score in game.score(state):
        expect(len(score) == 1 + len(game.TIES), game.KEY, "TIES names each tie-breaker", score)


def check_questions(game: AnyGame, state: State) -> None:
    """2. At most one decision a seat, never without moves, no duplicates, idle among them."""
    asked = game.decisions(state)
    seats = [d.seat for d in asked]
    expect(len(set(seats)) == len(seats), game.KEY, "a seat is asked twice", seats)
    for d in asked:
        expect(bool(d.moves), game.KEY, "nothing on offer", d.prompt)
        expect(len(set(d.moves)) == len(d.moves), game.KEY, "a move is offered twice", d.prompt)
        expect(d.idle in d.moves, game.KEY, "idle is not on offer", d.idle)
        view = game.view(state, d.seat)
        for move in d.moves:
            expect(len(move) <= MOVE, game.KEY, "a move too long to store in a menu", move)
            game.label(view, move)


def check_still(game: AnyGame, state: State) -> None:
    """Only tuples, NamedTuples and frozen dataclasses: what can change is no state, view or picture."""
    for viewer in viewers(game, state):
        view = game.view(state, viewer)
        for name, thing in (("state", state), ("view", view), ("picture", game.scene(view))):
            try:
                hash(thing)
            except TypeError as error:
                raise Broken(f"{game.KEY}: a {name} that can change | {error}") from None


def check_progress(game: AnyGame, state: State, over: bool) -> None:
    """What a sky goes by lies between 0 and 1, is 1 at the end, and tells no viewer more than another."""
    if (progress := getattr(game, "progress", None)) is None:
        return
    gone = {progress(game.view(state, viewer)) for viewer in viewers(game, state)}
    expect(len(gone) == 1, game.KEY, "progress depends on the viewer", *sorted(gone))
    (part,) = gone
    expect(0 <= part <= 1, game.KEY, "progress beyond 0 and 1", part)
    expect(part == 1 or not over, game.KEY, "over, and progress is not 1", part)


def check_refusal(game: AnyGame, state: State, foreign: Sequence[Move]) -> None:
    """3. What is not on offer is refused and changes nothing."""
    before = repr(state)
    asked = {d.seat: d for d in game.decisions(state)}
    for seat in range(len(game.score(state))):
        moves = asked[seat].moves if seat in asked else ()
        for move in ("", "cheat", "cheat:1:2", *foreign):
            if move in moves:
                continue
            try:
                play(game, state, seat, move)
            except IllegalMove:
                continue
            raise Broken(f"{game.KEY}: seat {seat} was allowed {move!r}")
    expect(repr(state) == before, game.KEY, "a refused move changed the state")


def check_views(game: AnyGame, state: State, seed: str) -> None:
    """4. Nothing a viewer sees depends on what they may not know."""
    for viewer in viewers(game, state):
        twin = game.redeal(state, viewer, f"{seed}/view")
        names = ("view", "page", "who is asked", "own offer")
        pairs = zip(
            names, information_set(game, state, viewer), information_set(game, twin, viewer), strict=True
        )
        for name, mine, theirs in pairs:
            expect(mine == theirs, game.KEY, f"{name} of {viewer} leaks", difference(mine, theirs))


def check_redeal(game: AnyGame, state: State, seed: str) -> None:
    """4 and 5 rest on worlds that differ: each card that a viewer does not know is dealt anew sometimes."""
    for viewer in viewers(game, state):
        worlds = [hidden(game.redeal(state, viewer, f"{seed}/{n}"), viewer) for n in range(12)]
        for place, cards in enumerate(zip(*worlds, strict=True)):
            expect(len(set(cards)) > 1, game.KEY, "redeal deals nothing anew", viewer, place, cards[0])
        anew = game.redeal(state, viewer, f"{seed}/seed")
        kept = hasattr(state, "seed") and anew.seed == state.seed
        expect(not kept, game.KEY, "redeal keeps the seed: what chance brings could be foretold", viewer)


def check_twins(game: AnyGame, step: Step, seed: str, counts: Counter[str], twins: int = 2) -> None:
    """5. A move that shows a viewer nothing leaves equal sights in every world they think possible."""
    state, seat, move = step
    shown, verb = game.shows(state, seat, move), move.partition(":")[0]
    after = game.apply(state, seat, move)
    for viewer in viewers(game, state):
        if knows(shown, viewer):
            continue
        counts[verb] += 0  # a silent verb: its name stands in the count even if no twin is found
        here = information_set(game, after, viewer)
        for n in range(twins):
            twin = game.redeal(state, viewer, f"{seed}/{n}")
            asked = offer(game, twin, seat)
            if asked is None or move not in asked.moves or knows(game.shows(twin, seat, move), viewer):
                continue
            there = information_set(game, game.apply(twin, seat, move), viewer)
            counts[verb] += 1
            expect(here == there, game.KEY, f"{move} leaks to {viewer}", difference(here, there))


def check_reasons(game: AnyGame, state: State, seed: str) -> None:
    """A reason is short, and the same in all worlds that the seat thinks possible."""
    for asked in game.decisions(state):
        twin, seat = game.redeal(state, asked.seat, f"{seed}/reasons"), asked.seat
        for move in asked.moves[:: len(asked.moves) // JUDGED + 1]:
            here, there = (reasons_of(game, world, seat, move) for world in (state, twin))
            expect(here == there, game.KEY, f"the reasons for {move} leak", difference(here, there))
            expect(len(here) <= MOST, game.KEY, f"more than {MOST} reasons for {move}", *here)
            expect(len(set(here)) == len(here), game.KEY, f"a reason twice for {move}", *here)
            for reason in here:
                short = len(plain(reason).split()) <= WORDS
                expect(short, game.KEY, f"a reason of more than {WORDS} words for {move}", plain(reason))


def plain(arg: object) -> str:
    """Return a sentence in English, as long as it will be read."""
    match arg:
        case Text():
            many = isinstance(arg, Texts) and arg.n != 1
            sentence = arg.many if many and isinstance(arg, Texts) else arg.id
            return sentence.format(**{name: plain(value) for name, value in arg.args})
        case Who():
            return "Lion"
        case tuple():
            *but, last = map(plain, arg)
            return f"{', '.join(but)} and {last}" if but else last
    return str(arg)


def too_few_twins(counts: Counter[str]) -> str:
    """Say that the twin test has compared too little to trust it; "" if it has not."""
    if counts.total() > ENOUGH_TWINS:
        return ""
    why = "a twin seldom offers the same move" if counts else "does every move claim to show something?"
    return f"only {counts.total()} comparisons, and more than {ENOUGH_TWINS} are wanted: {why}"


def check_picture(game: AnyGame, state: State) -> None:
    """Pictures carry no words and keep their size."""
    for viewer in viewers(game, state):
        own = offer(game, state, viewer) if viewer is not None else None
        scene = game.scene(game.view(state, viewer), own.moves if own else ())
        check_scene(game, scene)


def check_scene(game: AnyGame, scene: Scene) -> None:
    expect(scene.w <= WIDEST and scene.h <= HIGHEST, game.KEY, "picture too large", scene.w, scene.h)
    for text in signs(scene):
        expect(drawable(text), game.KEY, "a sign that the font lacks", text)
        expect(SIGN.fullmatch(text) is not None, game.KEY, "a word in the picture", text)
    for number in hidden_numbers(scene):
        expect(False, game.KEY, "a number under something else", number.text, f"at {number.x}, {number.y}")


def signs(item: object) -> Iterator[str]:
    """Yield every sign written in a scene."""
    if isinstance(item, Glyph):
        yield item.text
    elif isinstance(item, Placed):
        yield from signs(item.sprite)
    else:
        for part in getattr(item, "everything", getattr(item, "items", ())):
            yield from signs(part)


def check_sights(game: AnyGame, state: State, seed: str) -> None:
    """Check what each viewer is given: it cannot change, leaks nothing and can be drawn."""
    check_views(game, state, seed)
    check_still(game, state)
    check_picture(game, state)


def fits_anything(game: AnyGame, state: State) -> None:
    """Stand in for the Discord limits, which only the bot knows."""


def check_game(
    game: AnyGame,
    seats: int,
    seed: str,
    options: Sequence[str] = (),
    *,
    fits: Fits = fits_anything,
    conserved: Callable[[State], object] | None = None,
    every: int = 1,
) -> tuple[list[Step], Counter[str]]:
    """Play one random game and check every promise; costly checks on every `every`-th state."""
    check_home(game)
    steps = list(walk(game, seats, seed, options))
    check_replay(game, seats, seed, options, steps)
    check_redeal(game, steps[0].state, seed)
    cards = conserved(steps[0].state) if conserved else None
    counts = Counter[str]()
    for n, step in enumerate(steps):
        check_questions(game, step.state)
        check_scores(game, step.state)
        check_progress(game, step.state, over=not step.move)
        if conserved:
            expect(conserved(step.state) == cards, game.KEY, "cards are not conserved", seed, n)
        if n % every == 0 or not step.move:
            other = steps[(n * 7 + 3) % len(steps)].move
            check_refusal(game, step.state, [other] if other else [])
            check_sights(game, step.state, f"{seed}/{n}")
            check_reasons(game, step.state, f"{seed}/{n}")
            fits(game, step.state)
            if step.move:
                check_twins(game, step, f"{seed}/{n}", counts)
    return steps, counts

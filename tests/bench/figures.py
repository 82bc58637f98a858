"""`make bench`: the figures we claim, as medians, measured in one run."""

import asyncio
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from bot.text.words import words
from games import GAMES
from games.contract import Step, walk
from games.core import replay
from rendering import paint as painter
from rendering.paint import paint
from tests.bench.moves import moves
from tests.bench.records import films, records, steps
from tests.bench.start import starts
from tests.bench.thinking import thinking
from tests.limits import as_table
from tests.moments import moments


def median_ms(work: Callable[[], object], times: int = 15, before: Callable[[], object] = int) -> float:
    """Return the median CPU time of a piece of work in milliseconds; what comes before it does not count."""
    spent = []
    for _ in range(times):
        before()
        start = time.process_time()
        work()
        spent.append((time.process_time() - start) * 1000)
    return statistics.median(spent)


def long_game(key: str) -> tuple[str, list[Step]]:
    """Return the longest of a few random games with its seed: a walker may end a game after a few moves."""
    game = GAMES[key]
    games = {seed: list(walk(game, game.SEATS[-1], seed)) for seed in map(str, range(6))}
    return max(games.items(), key=lambda item: len(item[1]))


def pictures(key: str) -> None:
    """Measure the fullest table of a game, for every number of seats, beside a naive redraw."""
    for seats in GAMES[key].SEATS:
        full = moments(key, seats)[1]
        asked = full.asked
        assert asked
        table = median_ms(lambda full=full: paint(full.table()), before=painter.STRIPS.clear)
        shown = lambda full=full: (painter.STRIPS.clear(), paint(full.table()))  # noqa: E731
        hand = median_ms(lambda full=full, seat=asked.seat: paint(full.hand(seat)), before=shown)
        naive = median_ms(lambda full=full: (forget(), paint(full.table())), 5)
        sizes = [len(paint(scene)) / 1024 for scene in (full.table(), full.hand(asked.seat))]
        print(
            f"{key:8} picture: {seats} seats, {full.table().w} px: table {table:5.1f} ms (at most 20),"
            f" hand {hand:5.1f} ms (at most 10), drawn anew {naive:5.1f} ms;"
            f" {sizes[0]:4.0f} and {sizes[1]:4.0f} KB (at most 100)"
        )


def forget() -> None:
    """Forget all that has been painted."""
    painter.STRIPS.clear()
    painter.ATLAS.clear()


FIRST = """
import time
from tests.moments import moments
from rendering.paint import paint
scene = moments({key!r}, {seats})[1].table()
start = time.process_time()
paint(scene)
print((time.process_time() - start) * 1000)
"""


def first_pictures() -> None:
    """Measure the first picture of a process: no sprite is drawn before somebody needs it."""
    for key, game in GAMES.items():
        code = FIRST.format(key=key, seats=game.SEATS[-1])
        told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        print(f"{key:8} picture: the first of a process {float(told):5.0f} ms (at most 150)")


def two_painters(pictures: int = 80) -> None:
    """Measure how much faster two threads paint than one; the loop runs while Pillow works."""
    scenes = [moments(key, game.SEATS[-1])[1].table() for key, game in GAMES.items()]
    rates = []
    for crew in (1, 2):
        with ThreadPoolExecutor(crew) as painters:
            start = time.perf_counter()
            list(painters.map(paint, scenes * (pictures // len(scenes))))
            rates.append(pictures / (time.perf_counter() - start))
    print(
        f"painters picture: {rates[0]:4.0f} a second by one thread, {rates[1]:4.0f} by two:"
        f" {rates[1] / rates[0]:4.2f} times (at least 1.7, with two cores to themselves)"
    )


def yardstick() -> float:
    """Return how often a second a fixed piece of Python runs here: the measure for all moves a second."""
    cards = tuple(f"c{n:02}" for n in range(40))

    def loop() -> None:
        for n in range(2000):
            held = tuple(card for card in cards if card[-1] != str(n % 10))
            {card: at for at, card in enumerate(held)}

    return 2000 / (median_ms(loop, 5) / 1000)


def rules(key: str, yard: float) -> None:
    """Measure playing and replaying one random game, beside the yardstick."""
    game = GAMES[key]
    seats = game.SEATS[-1]
    seed, steps = long_game(key)
    log = [(step.seat, step.move) for step in steps[:-1]]
    once = median_ms(lambda: replay(game, game.setup(seats, seed), log), 5)
    asked = median_ms(lambda: [game.decisions(step.state) for step in steps], 3)
    print(
        f"{key:8} rules:   {len(log):5} moves; replay {once * 1000 / len(log):6.0f} us a move,"
        f" questions {asked * 1000 / len(log):6.0f} us a move;"
        f" {(played := len(log) * 1000 / (once + asked)):7.0f} moves/s, {played / yard:4.2f} of the yardstick"
    )


async def panels(key: str) -> None:
    """Measure building the private panel, words and layout, without its picture."""
    from bot.views.panels import panel_screen

    game = GAMES[key]
    seats = game.SEATS[-1]
    costs = []
    _, steps = long_game(key)
    for step in steps[:: max(1, len(steps) // 12)]:
        table = as_table(game, step.state, seats)
        if table.asked:
            seat = table.asked[0].seat
            costs.append(median_ms(lambda table=table, seat=seat: panel_screen(table, seat, words("en")), 5))
    print(f"{key:8} panel:   median {statistics.median(costs):5.1f} ms, worst {max(costs):5.1f} ms")


async def main() -> None:
    yard = yardstick()
    print(f"yardstick: {yard:.0f} rounds/s")
    first_pictures()
    two_painters()
    for key in GAMES:
        pictures(key)
        rules(key, yard)
        await panels(key)
    await moves()
    await starts()
    await thinking()
    await steps()
    await films()
    await records()


if __name__ == "__main__":
    asyncio.run(main())

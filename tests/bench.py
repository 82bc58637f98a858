"""`make bench`: the figures we claim, as medians, measured in one run."""

import asyncio
import statistics
import time
from collections.abc import Callable

from bot.words import words
from games import GAMES
from games.contract import Step, walk
from games.core import offer, replay
from rendering import paint as painter
from rendering.paint import paint
from tests.bench_moves import moves
from tests.bench_start import starts
from tests.limits import as_table


def median_ms(work: Callable[[], object], times: int = 15) -> float:
    """Return the median CPU time of a piece of work in milliseconds."""
    spent = []
    for _ in range(times):
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
    """Measure the pictures of one game: all viewers, many states."""
    game = GAMES[key]
    costs, sizes, first = [], [], []
    _, steps = long_game(key)
    for step in steps[:: max(1, len(steps) // 12)]:
        for viewer in (None, 0):
            asked = offer(game, step.state, 0) if viewer == 0 else None
            view, moves = game.view(step.state, viewer), asked.moves if asked else ()
            painter.ATLAS.clear()
            first.append(median_ms(lambda view=view, moves=moves: paint(game.scene(view, moves)), 1))
            data = paint(game.scene(view, moves))
            costs.append(median_ms(lambda view=view, moves=moves: paint(game.scene(view, moves)), 5))
            sizes.append(len(data) / 1024)
    print(
        f"{key:8} picture: median {statistics.median(costs):5.1f} ms, worst {max(costs):5.1f} (at most 20),"
        f" the very first {statistics.median(first):5.1f};"
        f" median {statistics.median(sizes):4.0f} KB, largest {max(sizes):4.0f} KB (at most 150)"
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
    from bot.screens.panel import panel_screen

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
    for key in GAMES:
        pictures(key)
        rules(key, yard)
        await panels(key)
    await moves()
    await starts()


if __name__ == "__main__":
    asyncio.run(main())

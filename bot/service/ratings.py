"""All ratings reckoned anew from the results, in the order in which games ended, and mended if need be."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.base.errors import StoreTrouble
from bot.base.logs import trace
from bot.domain.agreements import agreements_of
from bot.domain.computers import is_computer
from bot.domain.log import begin, fold
from bot.domain.ratings import Game, Key, Played, Rating, Reckoner, rated_as
from bot.domain.results import ending_of
from bot.service.rules_of_table import RulesOfTable
from bot.storage.engine import Engine, NothingChanged, Row, Step
from bot.storage.processes import ProcessStore
from bot.storage.results import FEAT
from bot.storage.tables import TableStore

log = logging.getLogger(__name__)

RESULTS_PER_READ = 500  # games read at a time
REBUILT_FACT = "reckoned"  # a fact: that all results of older versions have been reckoned
CHUNK = 400  # rows read at a time of what is stored


class RebuiltRatings(NamedTuple):
    """What came of reckoning anew: how much there is, and how much of it was stored otherwise."""

    games: int
    ratings: int
    changed: int


class Verdict(NamedTuple):
    """What a game comes to."""

    ladder: str
    why: str
    now: dict[int, Rating]


Line = tuple[int, tuple[str, str], Game, list[Row]]


class RatingsService:
    """Reckons all ratings anew, and mends what is stored otherwise."""

    def __init__(
        self, engine: Engine, tables: TableStore, processes: ProcessStore, rules: RulesOfTable
    ) -> None:
        self._engine = engine
        self._tables = tables
        self._processes = processes
        self._rules = rules

    async def rebuild(self) -> RebuiltRatings:
        """Reckon everything and mend what is stored otherwise, all or nothing, while the bot goes on."""
        while True:
            numbers = await self._engine.rows("SELECT number FROM counted WHERE name = 'ended'")
            if not numbers:  # nothing has ended yet
                return RebuiltRatings(0, 0, 0)
            reckoner, steps, games = Reckoner(), list[Step](), 0
            async for page in self._pages():
                for table_id, kept, game, seats in page:
                    why, now = reckoner.add(game)
                    verdict = Verdict("" if why else game.ladder, why, now)
                    steps += _mended(table_id, kept, verdict, seats)
                    games += 1
            steps += await self._mended_ratings(reckoner)
            if not steps:
                return RebuiltRatings(games, len(reckoner.ratings), 0)
            fence = Step(
                "UPDATE counted SET number = number WHERE name = 'ended' AND number = ?",
                numbers[0],
                must=True,
            )
            try:
                await self._engine.write(fence, *steps)
                return RebuiltRatings(games, len(reckoner.ratings), len(steps))
            except NothingChanged:  # a game has ended meanwhile
                continue

    async def _pages(self) -> AsyncIterator[list[Line]]:
        """Read all finished games in the order in which they ended."""
        after = 0
        while rows := await self._engine.rows(
            "SELECT ended, table_id, ladder, why, guild, game, how, at FROM finished"
            f" WHERE ended > ? ORDER BY ended LIMIT {RESULTS_PER_READ}",
            (after,),
        ):
            ids = [row[1] for row in rows]
            seats: dict[int, list[Row]] = {table_id: [] for table_id in ids}
            for table_id, *seat in await self._engine.rows(
                'SELECT table_id, "user", place, decisions, clocked, ladder, mu, sigma FROM results'
                f' WHERE table_id IN ({", ".join("?" * len(ids))}) ORDER BY seat, "user"',
                ids,
            ):
                seats[table_id].append(tuple(seat))
            yield [_line(row, seats[row[1]]) for row in rows]
            after = rows[-1][0]
            await asyncio.sleep(0)

    async def _mended_ratings(self, reckoner: Reckoner) -> list[Step]:
        """Return what must be written for the ratings; nothing if all are stored so already."""
        stored: dict[Key, tuple[Rating, float]] = {}
        after: tuple[object, ...] = (-(2**62), "", "", "", 0)
        names = 'guild, game, ladder, season, "user"'
        while rows := await self._engine.rows(
            f"SELECT {names}, mu, sigma, games, wins, worth FROM ratings"
            f" WHERE ({names}) > (?, ?, ?, ?, ?) ORDER BY {names} LIMIT {CHUNK}",
            after,
        ):
            stored |= {Key(*row[:5]): (Rating(*row[5:9]), row[9]) for row in rows}
            after = rows[-1][:5]
        wrong = [key for key, rating in reckoner.ratings.items() if stored.get(key) != (rating, rating.worth)]
        gone = [key for key in stored if key not in reckoner.ratings]
        return [
            *(Step(f"DELETE FROM ratings WHERE ({names}) = (?, ?, ?, ?, ?)", tuple(key)) for key in gone),
            *(_write(key, reckoner.ratings[key]) for key in wrong),
        ]

    # --- results of older versions ---

    async def rebuild_once(self) -> None:
        """Reckon what older versions have left: once, by one process, while the bot is at work."""
        if await self._processes.fact(REBUILT_FACT):
            return
        async with self._processes.alone("ratings"):
            if not await self._processes.fact(REBUILT_FACT):
                await self.rebuild()
                await self.complete()
                await self._processes.set_fact(REBUILT_FACT, "1")

    async def rebuild_safely(self) -> None:
        """Do so, and let nothing else wait for it or fail with it."""
        try:
            await self.rebuild_once()
        except StoreTrouble as trouble:
            log.warning("old results are reckoned at the next start: %s", trouble)
        except Exception as error:
            log.error("old results could not be reckoned\n%s", trace(error))

    async def complete(self) -> int:
        """Add score parts, seals and feats to games that ended before these were kept, if they replay."""
        completed, after = 0, 0
        while rows := await self._engine.rows(
            "SELECT ended, table_id, seal FROM finished"
            f" WHERE ended > ? ORDER BY ended LIMIT {RESULTS_PER_READ}",
            (after,),
        ):
            for _, table_id, seal in rows:
                completed += not seal and await self._completed(table_id)
            after = rows[-1][0]
        return completed

    async def _completed(self, table_id: int) -> bool:
        saved, rows = await self._tables.table(table_id), await self._tables.log(table_id)
        try:
            rules = await self._rules.rules_of(saved)
            table = fold(begin(table_id, rules, saved.users, saved.seed, saved.options), rows)
        except Exception as error:
            log.info("table %s does not replay any more: its score has no parts\n%s", table_id, trace(error))
            return False
        beside = agreements_of(await self._tables.events(table_id))
        table = replace(table, mark=saved.mark, data=saved.data).with_beside(beside)
        _, ending = ending_of(table, rows)
        update = Step(
            "UPDATE finished SET grid = ?, seal = ?, decisions = ? WHERE table_id = ?",
            (ending.grid, ending.seal, ending.decisions, table_id),
        )
        feats = [Step(FEAT, (user, feat, table_id, rows[-1].at)) for user, feat in ending.feats if user > 0]
        await self._engine.write(update, *feats)
        return True


def _line(row: Row, seats: list[Row]) -> Line:
    _, table_id, ladder, why, guild, game, how, at = row
    played = tuple(Played(*seat[:4]) for seat in seats)
    return table_id, (ladder, why), Game(guild, game, how if seats else "", at, played), seats


def _mended(table_id: int, kept: tuple[str, str], verdict: Verdict, seats: Sequence[Row]) -> list[Step]:
    """Return what must be written for a game; nothing if it is stored so already."""
    steps = []
    if kept != verdict[:2]:
        query = "UPDATE finished SET ladder = ?, why = ? WHERE table_id = ?"
        steps.append(Step(query, (*verdict[:2], table_id)))
    for user, *_, ladder, mu, sigma in seats:
        now = tuple(verdict.now[rated_as(user)][:2]) if verdict.ladder else (0.0, 0.0)
        if (ladder, mu, sigma) != (verdict.ladder, *now):
            query = 'UPDATE results SET ladder = ?, mu = ?, sigma = ? WHERE table_id = ? AND "user" = ?'
            steps.append(Step(query, (verdict.ladder, *now, table_id, user)))
    return steps


def _write(key: Key, rating: Rating) -> Step:
    """Write a rating as it must be; who is not listed stays so."""
    seen = key.guild or is_computer(key.user)
    listed = "1" if seen else 'COALESCE((SELECT everywhere FROM people WHERE "user" = ?), 0)'
    query = (
        'INSERT INTO ratings (guild, game, ladder, season, "user", mu, sigma, games, wins, worth, listed)'
        f" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {listed})"
        ' ON CONFLICT (guild, game, ladder, season, "user") DO UPDATE SET mu = excluded.mu,'
        " sigma = excluded.sigma, games = excluded.games, wins = excluded.wins, worth = excluded.worth"
    )
    return Step(query, (*key, *rating, rating.worth, *(() if seen else (key.user,))))

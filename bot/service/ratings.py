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
from bot.storage.engine import NothingChanged, Row, Step
from bot.storage.results import FEAT
from bot.storage.stores import Stores

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


async def rebuild_ratings(stores: Stores) -> RebuiltRatings:
    """Reckon everything and mend what is stored otherwise, all or nothing; the bot may go on meanwhile."""
    while True:
        numbers = await stores.engine.rows("SELECT number FROM counted WHERE name = 'ended'")
        if not numbers:  # nothing has ended yet
            return RebuiltRatings(0, 0, 0)
        reckoner, steps, games = Reckoner(), list[Step](), 0
        async for page in _pages(stores):
            for table_id, kept, game, seats in page:
                why, now = reckoner.add(game)
                verdict = Verdict("" if why else game.ladder, why, now)
                steps += _mended(table_id, kept, verdict, seats)
                games += 1
        steps += await _mended_ratings(stores, reckoner)
        if not steps:
            return RebuiltRatings(games, len(reckoner.ratings), 0)
        fence = Step(
            "UPDATE counted SET number = number WHERE name = 'ended' AND number = ?", numbers[0], must=True
        )
        try:
            await stores.engine.write(fence, *steps)
            return RebuiltRatings(games, len(reckoner.ratings), len(steps))
        except NothingChanged:  # a game has ended meanwhile
            continue


Line = tuple[int, tuple[str, str], Game, list[Row]]


async def _pages(stores: Stores) -> AsyncIterator[list[Line]]:
    """Read all finished games in the order in which they ended."""
    after = 0
    while rows := await stores.engine.rows(
        "SELECT ended, table_id, ladder, why, guild, game, how, at FROM finished"
        f" WHERE ended > ? ORDER BY ended LIMIT {RESULTS_PER_READ}",
        (after,),
    ):
        ids = [row[1] for row in rows]
        seats: dict[int, list[Row]] = {table_id: [] for table_id in ids}
        for table_id, *seat in await stores.engine.rows(
            'SELECT table_id, "user", place, decisions, clocked, ladder, mu, sigma FROM results'
            f' WHERE table_id IN ({", ".join("?" * len(ids))}) ORDER BY seat, "user"',
            ids,
        ):
            seats[table_id].append(tuple(seat))
        yield [_line(row, seats[row[1]]) for row in rows]
        after = rows[-1][0]
        await asyncio.sleep(0)


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


async def _mended_ratings(stores: Stores, reckoner: Reckoner) -> list[Step]:
    """Return what must be written for the ratings; nothing if all are stored so already."""
    stored: dict[Key, tuple[Rating, float]] = {}
    after: tuple[object, ...] = (-(2**62), "", "", "", 0)
    names = 'guild, game, ladder, season, "user"'
    while rows := await stores.engine.rows(
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


# --- results of older versions ---------------------------------------------------------------------


async def rebuild_ratings_once(stores: Stores) -> None:
    """Reckon what older versions have left: once, by one process, while the bot is at work."""
    if await stores.processes.fact(REBUILT_FACT):
        return
    async with stores.processes.alone("ratings"):
        if not await stores.processes.fact(REBUILT_FACT):
            await rebuild_ratings(stores)
            await complete(stores)
            await stores.processes.set_fact(REBUILT_FACT, "1")


async def rebuild_ratings_safely(stores: Stores) -> None:
    """Do so, and let nothing else wait for it or fail with it."""
    try:
        await rebuild_ratings_once(stores)
    except StoreTrouble as trouble:
        log.warning("old results are reckoned at the next start: %s", trouble)
    except Exception as error:
        log.error("old results could not be reckoned\n%s", trace(error))


async def complete(stores: Stores) -> int:
    """Add score parts, seals and feats to games that ended before these were kept, as far as they replay."""
    completed, after = 0, 0
    while rows := await stores.engine.rows(
        f"SELECT ended, table_id, seal FROM finished WHERE ended > ? ORDER BY ended LIMIT {RESULTS_PER_READ}",
        (after,),
    ):
        for _, table_id, seal in rows:
            completed += not seal and await _completed(stores, table_id)
        after = rows[-1][0]
    return completed


async def _completed(stores: Stores, table_id: int) -> bool:
    saved, rows = await stores.tables.table(table_id), await stores.tables.log(table_id)
    try:
        rules = await RulesOfTable(stores).rules_of(saved)
        table = fold(begin(table_id, rules, saved.users, saved.seed, saved.options), rows)
    except Exception as error:
        log.info("table %s does not replay any more: its score has no parts\n%s", table_id, trace(error))
        return False
    beside = agreements_of(await stores.tables.events(table_id))
    table = replace(table, mark=saved.mark, data=saved.data).with_beside(beside)
    _, ending = ending_of(table, rows)
    update = Step(
        "UPDATE finished SET grid = ?, seal = ?, decisions = ? WHERE table_id = ?",
        (ending.grid, ending.seal, ending.decisions, table_id),
    )
    feats = [Step(FEAT, (user, feat, table_id, rows[-1].at)) for user, feat in ending.feats if user > 0]
    await stores.engine.write(update, *feats)
    return True

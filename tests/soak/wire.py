"""Trouble over the wire: kill -9, hiccups, forged presses, SIGTERM, redelivery, faults at every call site."""

import asyncio
import itertools
import random
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from bot.playground.actions import COMPONENT, Sent
from tests.patience import LONGEST
from tests.soak import truth
from tests.soak.ground import WITHIN, Ground, Made, Place, ground
from tests.soak.outcome import Outcome
from tests.wire.harness import Died

EDIT = ("PATCH", "/channels/*/messages/*")  # of a board
TRIES = 100  # presses until a board must have changed


async def checked(g: Ground, out: Outcome, where: str, within: float = WITHIN) -> None:
    """The trouble is over: every board must be current soon, and nothing may be lost, doubled or told."""
    behind, took = await g.current(within)
    out.most("slowest board s", took)
    out.add([*behind, *g.broken()], where)


async def everybody_ready(places: list[Place], out: Outcome, where: str) -> None:
    for unanswered in await asyncio.gather(*(place.ready() for place in places)):
        out.add(unanswered, where)


def press_everywhere(g: Ground, places: list[Place], dice: random.Random) -> list[Sent]:
    """Press once at every table, all at the same moment."""
    sent = [press for place in places if (press := place.press(dice))]
    for press in sent:
        g.acts.deliver(press)
    return sent


async def meanwhile(g: Ground, sent: list[Sent], is_far: Callable[[Made], bool], seconds: float) -> None:
    """Let presses get as far as they do in a moment; with 0 seconds, a control, until one is far enough."""
    made = [g.tokens[press.record.token] for press in sent]
    await (asyncio.sleep(seconds) if seconds else g.soon(lambda: any(map(is_far, made)), LONGEST))


async def kills(folder: Path, count: int, *defects: str, within: float = WITHIN, seed: int = 1) -> Outcome:
    """kill -9 while presses are under way, at a random moment."""
    out, dice = Outcome("kills", "kill -9 under load"), random.Random(seed)
    async with ground(folder, *defects) as (g, places):
        for n in range(count):
            sent = press_everywhere(g, places, dice)
            out.count("presses", len(sent))
            await meanwhile(g, sent, lambda made: made.shown, 0 if defects else dice.random() * 0.25)
            await g.kill_bot()
            await g.start_bot()
            await checked(g, out, f"kill {n}", within)
            await everybody_ready(places, out, f"kill {n}")
            out.done += 1
        _tell_moves(g, out)
    return out


def _tell_moves(g: Ground, out: Outcome) -> None:
    moves = [made for made in g.presses.values() if made.move]
    out.notes["moves pressed"] = len(moves)
    out.notes["shown as made"] = sum(made.shown for made in moves)


async def hiccups(folder: Path, count: int, *defects: str, within: float = WITHIN, seed: int = 2) -> Outcome:
    """Discord answers 503 for a moment, and now and then the gateway falls too, while people press."""
    out, dice = Outcome("hiccups", "bursts of 503"), random.Random(seed)
    async with ground(folder, *defects) as (g, places):
        for n in range(count):
            edits = g.routes[EDIT]
            down = partial(g.wire.go_down, LONGEST, gateway=n % 4 == 3)
            if n % 2 == 0:  # at the worst moment: acknowledged, and nothing stored or shown yet
                g.on_acknowledged = down
            press_everywhere(g, places, dice)
            await asyncio.sleep(0.5 if n % 2 == 0 else dice.random() * 0.1)
            g.on_acknowledged = lambda: None
            down()
            await asyncio.sleep(0.2 + dice.random())
            press_everywhere(g, places, dice)
            await asyncio.sleep(0.1)
            if defects:  # an edit that is not tried during a trouble cannot fail
                await g.soon(lambda edits=edits: g.routes[EDIT] > edits, LONGEST)
            g.wire.go_down(0)
            await g.until(lambda: g.wire.online)
            await checked(g, out, f"hiccup {n}", within)
            await everybody_ready(places, out, f"hiccup {n}")
            out.done += 1
        out.add([*g.tracebacks(), *g.incidents()])
        _tell_moves(g, out)
    return out


async def sigterms(folder: Path, count: int, *defects: str, seed: int = 3) -> Outcome:
    """SIGTERM while presses are under way: what was acknowledged is answered, without a traceback."""
    out, dice = Outcome("sigterm", "SIGTERM under load"), random.Random(seed)
    async with ground(folder, *defects) as (g, places):
        for n in range(count):
            sent = press_everywhere(g, places, dice)
            await meanwhile(g, sent, lambda made: made.acknowledged, 0 if defects else dice.random() * 0.1)
            if code := await g.stop_bot():
                out.add([f"the bot ended with {code}"], f"SIGTERM {n}")
            made = [g.tokens[press.record.token] for press in sent]
            out.count("acknowledged", sum(m.acknowledged for m in made))
            out.count("answered", sum(m.answered for m in made))
            out.add(["acknowledged and unanswered"] * sum(m.acknowledged and not m.answered for m in made))
            await g.start_bot()
            await checked(g, out, f"SIGTERM {n}")
            await everybody_ready(places, out, f"SIGTERM {n}")
            out.done += 1
        out.add(g.tracebacks())
    return out


async def redelivery(folder: Path, count: int, *defects: str, seed: int = 4) -> Outcome:
    """Every interaction is delivered twice: at once, a moment later, or after its answer."""
    out, dice = Outcome("twice", "interactions delivered twice"), random.Random(seed)
    async with ground(folder, *defects) as (g, places):
        while out.done < count:
            sent = press_everywhere(g, places, dice)
            await asyncio.sleep(dice.choice((0, 0.01, 0.1)))
            for press in sent:
                g.acts.deliver(press)
            made = [g.tokens[press.record.token] for press in sent]
            await g.soon(lambda made=made: all(m.shown for m in made))
            if out.done % 2:
                for press in sent:
                    g.acts.deliver(press)
            out.done += len(sent)
            await checked(g, out, f"press {out.done}")
            await everybody_ready(places, out, f"press {out.done}")
        out.add([*g.tracebacks(), *g.incidents()])
        _tell_moves(g, out)
    return out


# ---- forged presses


def forged_ids(real: str, dice: random.Random) -> Iterator[str]:
    """Yield ids that nobody was shown: other stamps, other acts, other tables, rubbish."""
    _, table, stamp, render, act = real.split(":")
    while True:
        number = dice.choice((0, 1, 5, 24, 999, 10**8, 10**9 - 1))
        yield f"t:{table}:{secrets.token_hex(4)}:{render}:{dice.choice('mgsx')}{number}"
        other = dice.choice([t for t in (0, 7, 999, 2**63, 10**30) if str(t) != table])
        yield f"t:{other}:{stamp}:{render}:m{number}"
        yield f"t:{table}:{stamp}:{render}:m{10**8 - dice.randrange(1000)}"
        yield f"t:{table}:-:{render}:m{number}"
        yield f"l:{table}:{dice.choice(('join', 'start', 'leave', 'cancel', f'o{number}'))}"
        yield f"p:{table}:{dice.choice(('hand', f'undo{number}', f'allow{number}', 'zzz', 'watch', 'read'))}"
        yield f"r:{dice.choice(('tuir', 'chess'))}:{number}"
        yield "".join(dice.choice("tplr:0a!-é\u0000 ") for _ in range(dice.randint(1, 100)))


def forged_press(g: Ground, place: Place, dice: random.Random, stranger: bool) -> Sent | None:
    """Build a press that no client would send: by a stranger with a true id, or with a false id."""
    asked = [player for player in place.players if player.panel()]
    if not asked:
        return None
    panel = asked[0].panel()
    real = str(dice.choice(asked[0].choices(panel))["custom_id"])
    outside = [p for name, p in g.world.people.items() if name not in place.names]
    who = dice.choice(outside) if stranger else g.person(asked[0].name)
    false = next(itertools.islice(forged_ids(real, dice), dice.randrange(8), None))
    chosen = real if stranger else false
    data = {"custom_id": chosen, "component_type": 2}
    if chosen.rpartition(":")[2][:1] in tuple("sxo"):
        data |= {"component_type": 3, "values": [dice.choice(("m0", "m1", "0", "x", "m999999999"))]}
    sent = g.acts._begin(who, COMPONENT, place.channel, data)
    sent.payload["message"] = dict(g.acts_payload(panel))
    sent.record.source_message_id = panel.id
    g.note(sent, move=False, forged=True)
    return sent


async def forged(folder: Path, count: int, *defects: str, seed: int = 5) -> Outcome:
    """Presses that no client would send: none plays a move, each is answered, none is an incident."""
    out, dice = Outcome("forged", "forged presses"), random.Random(seed)
    async with ground(folder, *defects) as (g, places):
        while out.done < count:
            batch = [forged_press(g, places[n % len(places)], dice, n % 2 == 0) for n in range(60)]
            sent = [press for press in batch if press]
            for press in sent:
                g.acts.deliver(press)
            if defects:
                await g.soon(g.broken, LONGEST)
            elif not await g.soon(lambda sent=sent: all(map(g.is_settled, sent)), 30):
                out.add(["a forged press was not answered"] * sum(not g.is_settled(press) for press in sent))
            out.done += len(sent)
            await checked(g, out, f"press {out.done}")  # a board a moment behind shows what was taken back
            await asyncio.gather(*(place.play(dice) for place in places))
            await everybody_ready(places, out, f"press {out.done}")
        await checked(g, out, "at the end")
        out.add([*g.tracebacks(), *g.incidents()])
        _tell_moves(g, out)
    return out


# ---- a fault at every call site

KINDS = ("500", "503", "403", "404", "timeout", "reset")
STARTING = {
    "/users/@me",
    "/gateway/bot",
    "/oauth2/applications/@me",
}  # a refusal there is an answer, not a fault


async def tour(g: Ground, place: Place, dice: random.Random) -> None:
    """Do at one table whatever makes the bot ask Discord for something; a step that fails is passed over."""
    await place.open_panels()
    await place.play(dice, 2)
    name = place.names[0]
    sent = g.acts.run(g.person(name), place.channel, "hand", {"dm": True})
    g.note(sent, move=False)
    g.acts.deliver(sent)
    await g.soon(lambda: g.tokens[sent.record.token].answered, 2)
    again = g.acts.run(g.person(name), place.channel, "table", {})
    g.note(again, move=False)
    g.acts.deliver(again)
    await g.soon(lambda: g.tokens[again.record.token].answered, 2)
    await place.open_panels()
    await place.play(dice, 1)


def once(g: Ground, method: str, route: str, kind: str) -> list[str]:
    """Let the next request to a route fail; returns where it is noted that it did."""
    struck: list[str] = []

    def fault(asked: str, to: str) -> str:
        if (asked, to) == (method, route) and not struck:
            struck.append(kind)
            return kind
        return ""

    g.fault = fault
    return struck


async def faults(folder: Path, count: int, *defects: str, within: float = WITHIN, seed: int = 6) -> Outcome:
    """Every route that the bot uses fails once in every way; `count` 0: all of them."""
    out, dice = Outcome("faults", "faults at a call site"), random.Random(seed)
    async with ground(folder, *defects, places=1) as (g, [place]):
        await tour(g, place, dice)
        sites = sorted(g.routes)
        out.notes["routes"] = len(sites)
        cases = [(m, r, k) for m, r in sites for k in KINDS if r not in STARTING or k not in ("403", "404")]
        dice.shuffle(cases)
        for method, route, kind in cases[: count or None]:
            await one_fault(g, place, dice, out, (method, route, kind), within)
        out.add(g.tracebacks())
        out.notes["incidents"] = len(g.incidents())
    return out


async def board_fault(
    folder: Path, count: int, *defects: str, within: float = WITHIN, seed: int = 6
) -> Outcome:
    """Let only the edit of the board fail, and let nobody press afterwards: for the control."""
    out, dice = Outcome("faults", "faults at a call site"), random.Random(seed)
    async with ground(folder, *defects, places=1) as (g, [place]):
        g.fault = lambda method, route: "503" if (method, route) == EDIT else ""
        for _ in range(TRIES):
            if g.boards_behind():
                break
            if not any(player.panel() for player in place.players):
                await place.ready()  # as people do who have no panel
            await place.play(dice)
        await g.soon(lambda: all(s.saved.shown >= len(s.rows) for s in truth.read(g.database)), LONGEST)
        g.fault = lambda method, route: ""
        await checked(g, out, "board", within)
        out.done += 1
    return out


async def started_anew(g: Ground, out: Outcome, where: str) -> None:
    """Kill the bot and start it as one whose commands have changed; note when it dies of that."""
    await g.kill_bot()
    with closing(sqlite3.connect(g.database)) as db, db:
        db.execute("DELETE FROM facts WHERE name = 'commands'")
    try:
        await g.start_bot()
    except Died as died:
        out.add([str(died)], where)
        g.fault = lambda method, route: ""
        await g.start_bot()


async def one_fault(
    g: Ground, place: Place, dice: random.Random, out: Outcome, case: tuple[str, str, str], within: float
) -> None:
    where = " ".join(case)
    struck = once(g, *case)
    if case[1] not in STARTING:
        await tour(g, place, dice)
    if not struck:  # some things are asked for only after a start
        await started_anew(g, out, where)
        await tour(g, place, dice)
    g.fault = lambda method, route: ""
    out.count("struck", bool(struck))
    unanswered = await place.ready()  # somebody presses: after a 403 the bot waits for that
    out.add(unanswered, where)
    await checked(g, out, where, within)
    out.done += 1

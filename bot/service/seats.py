"""Who plays a seat: people who vanish and come back, the house in their place, and substitutes."""

from functools import reduce

from bot.base.errors import OVER, Refused
from bot.domain.agreements import MissingQuestion, with_event
from bot.domain.entities import Event, NewRow
from bot.domain.kinds import VoteKind
from bot.domain.log import turns
from bot.domain.table import HAS_LEFT, Table
from bot.service.cache import CachedTable
from bot.service.clock_codec import clocks_restarted, times_of
from bot.service.clocks import Clocks
from bot.service.repository import retry_on_conflict
from bot.service.startup import Startup
from games.core import Seat, Text

TURNS_BEFORE_LOSS = 2  # turns that everyone must have had before giving up counts as lost
LIVE_VOTE_SECONDS, SLOW_VOTE_SECONDS = (
    120,
    24 * 3600,
)  # seconds in which the others may say what shall happen, by the table's pace
STANDS = 3600  # seconds for which one person's wish for a seat keeps another's out
SETTLED = Text("That has been settled in the meantime.")
SAT_HERE = Text("You have sat at this table: who has seen one hand cannot take another.")
PLAYS = Text("You play at this table already.")
TAKEN = Text("This seat is not free any more.")
ASKS = Text("Somebody has asked for a seat already. The players are deciding.")
NOT_ALONE = Text("There are others who play on: nobody can claim the win.")
NOT_ASKED = Text("You are not asked about this.")


class Seats(Startup, Clocks):
    """What people can do about seats whose people are gone; and what is done when nobody says anything."""

    # --- coming back ---

    async def note_visit(self, table_id: int, user: int) -> Table:
        """Return a table to somebody who pressed something there: if they were missed, they are back."""
        table = await self.table(table_id)
        seat = table.seat_of(user)
        if seat is None or table.over or not table.missed(seat):
            return table
        return await self._come_back(table_id, user)

    @retry_on_conflict
    async def _come_back(self, table_id: int, user: int) -> Table:
        async with self._at(table_id) as live:
            seat = live.table.seat_of(user)
            if seat is not None and not live.table.over and live.table.missed(seat):
                await self._note(live, "here", seat, None)
                await self._settle_and_tell(live)
        return live.table

    @retry_on_conflict
    async def strayed(self, table_id: int, user: int) -> None:
        """Note that somebody is not in the server any more: the house plays for them until they are back."""
        async with self._at(table_id) as live:
            seat = live.table.seat_of(user)
            if seat in live.table.present() and not live.table.over:
                await self._note(live, "stray", seat, None)
                await self._settle_and_tell(live)

    # --- what the others say ---

    @retry_on_conflict
    async def vote_about_missing(
        self, table_id: int, user: int, number: int, what: VoteKind, interaction: int
    ) -> Table:
        """Say what shall happen with somebody who does not answer any more; more than half decide."""
        async with self._at(table_id) as live:
            seat, missing = playing(live, user), live.table.beside.question(number)
            if missing is None:
                raise Refused(SETTLED)
            if seat not in live.table.deciding(missing):
                raise Refused(NOT_ASKED)
            if (seat, what) not in missing.votes:
                await self._note(live, what, seat, interaction, str(number))
            await self._settle_and_tell(live)
        return live.table

    @retry_on_conflict
    async def take_seat(self, table_id: int, user: int, interaction: int) -> Table:
        """Win a game that all others have walked away from."""
        async with self._at(table_id) as live:
            seat = playing(live, user)
            if live.table.alone() != seat:
                raise Refused(NOT_ALONE)
            await self._append(live, await self._claimed(live.table, seat), interaction)
            await self._settle_and_tell(live)
        return live.table

    async def _claimed(self, table: Table, seat: Seat) -> NewRow:
        return NewRow("end", seat, "missed" if await self.too_early(table) else "claim")

    async def too_early(self, table: Table) -> bool:
        """Say whether giving up now would not count: not everyone has had two turns."""
        return min(turns(await self._stores.tables.log(table.id), len(table.users))) < TURNS_BEFORE_LOSS

    # --- substitutes ---

    @retry_on_conflict
    async def wish(self, table_id: int, user: int, seat: Seat, interaction: int) -> Table:
        """Ask for a seat whose person is gone; those who still play must agree."""
        async with self._at(table_id) as live:
            self._check_wish(live.table, user, seat)
            wish = live.table.beside.wish
            if wish is None or (wish.user, wish.seat) != (user, seat):
                await self._note(live, "wish", seat, interaction, str(user))
            await self._settle_and_tell(live)
        return live.table

    def _check_wish(self, table: Table, user: int, seat: Seat) -> None:
        if table.over:
            raise Refused(OVER)
        if user in table.users:
            raise Refused(HAS_LEFT if table.seat_of(user) in table.beside.left else PLAYS)
        if user in table.beside.former:
            raise Refused(SAT_HERE)
        if seat not in table.free():
            raise Refused(TAKEN)
        wish = table.beside.wish
        if wish and wish.user != user and self._now() - wish.at < STANDS:
            raise Refused(ASKS)

    @retry_on_conflict
    async def vote_about_substitute(
        self, table_id: int, user: int, number: int, *, yes: bool, interaction: int
    ) -> Table:
        """Say whether somebody may take a seat: the table's host decides alone, of others more than half."""
        async with self._at(table_id) as live:
            seat, wish = playing(live, user), live.table.beside.wish
            if wish is None or wish.number != number:
                raise Refused(SETTLED)
            hosts = (await self.saved(table_id)).host == user
            await self._note(live, ("grant" if hosts else "agree") if yes else "refuse", seat, interaction)
            await self._settle_and_tell(live)
        return live.table

    async def _hand_over(self, live: CachedTable) -> None:
        """Give a seat to the one who asked for it, with its hand; its old owner has no part in it now."""
        table, wish, now = live.table, live.table.beside.wish, int(self._now())
        if wish is None:
            return
        former = Event("former", wish.seat, table.last_row, str(table.users[wish.seat]), now)
        await self._hand(live, former, Event("substitute", wish.seat, table.last_row, str(wish.user), now))

    async def _hand(self, live: CachedTable, *events: Event) -> None:
        """Store that a seat changes hands, with the clocks after it, and only then let it be true."""
        now, noticed = self._now(), (await self.saved(live.table.id)).noticed
        after = live.table.with_beside(reduce(with_event, events, live.table.beside))
        after = await clocks_restarted(self._stores, after, now)
        kept = {key: said for key, said in live.advance.items() if key[0] != events[0].seat}
        times = times_of(after, kept, now)
        async with self._or_forgotten(live):
            stored = await self._stores.seats.substitute(live.table.id, events, noticed, live.version, times)
        live.advance = kept
        live.replace(after, stored)
        self._plan(live)

    # --- what is settled ---

    async def _do_what_is_settled(self, live: CachedTable) -> None:
        if not live.table.over:
            await self._settle_seats(live)
        await super()._do_what_is_settled(live)

    async def _settle_seats(self, live: CachedTable) -> None:
        """Ask about those who have vanished, and do what was decided about them and about substitutes."""
        for seat in live.table.vanished():
            await self._ask_about(live, seat)
        for missing in live.table.beside.missing:
            if live.table.over:
                return
            await self._do_as_decided(live, missing)
        agreed = live.table.agreed_to_substitute()
        if agreed is False:
            await self._note(live, "declined", -1, None)
        elif agreed:
            await self._hand_over(live)

    async def _ask_about(self, live: CachedTable, seat: Seat) -> None:
        """Ask the others about somebody; if nobody else is there, the table rests until somebody is."""
        if live.table.present() == (seat,):
            await self._note(live, "absent", seat, None)
            return
        timing = live.table.timing
        await self._note(
            live,
            "missing",
            seat,
            None,
            f"{SLOW_VOTE_SECONDS if timing.slow else LIVE_VOTE_SECONDS}+{timing.stilled}",
        )

    async def _do_as_decided(self, live: CachedTable, missing: MissingQuestion) -> None:
        if live.table.beside.question(missing.number) is None:
            return
        match self._decision(live.table, missing):
            case "wait":
                await self._note(live, "waited", missing.seat, None)
            case "house":
                await self._note(live, "absent", missing.seat, None)
            case "finish":
                alone = live.table.alone()
                deed = NewRow("end", -1, "stop") if alone is None else await self._claimed(live.table, alone)
                await self._append(live, deed, version=live.version)

    def _decision(self, table: Table, missing: MissingQuestion) -> str:
        """Return what is to happen with somebody: as was decided; unanswered, the house plays on."""
        if said := table.verdict(missing):
            return said
        late = self._now() >= missing.due(table.timing.stilled)
        return "house" if late or not table.deciding(missing) else ""

    # --- in time ---

    @retry_on_conflict
    async def look(self, table_id: int) -> None:
        """Do what is due at a table by now, also what the others have had their time to decide."""
        async with self._at(table_id) as live:
            if live.table.beside.missing and not live.table.over:
                await self._settle_and_tell(live)
        await super().look(table_id)


def playing(live: CachedTable, user: int) -> Seat:
    """Return the seat of someone who still plays here; refuse all others."""
    if live.table.over:
        raise Refused(OVER)
    seat = live.table.own_seat(user)
    if seat in live.table.beside.left:
        raise Refused(HAS_LEFT)
    return seat

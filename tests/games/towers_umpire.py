"""An umpire who plays along from the rulesheet alone: own table, own offers, own public knowledge."""

from collections import Counter
from itertools import chain, combinations, permutations, product

RANKS = [str(rank) for rank in range(5, 11)]
COPIES = Counter({rank: int(rank) for rank in RANKS}) + Counter(
    pietra=3, via=2, monumento=1, giostra=1, cappella=1, palazzo=1, mura=1
)


def stone(card):
    return card in RANKS


def sub(big, small):
    return not Counter(small) - Counter(big)


def stories(tower):
    """Return (card, rank) of every story from the top."""
    return list(zip(tower.stones, tower.ranks, strict=True))


class Umpire:
    """One deal. `asked` says who may do what; `play` carries it out, told what a Trade happened to take."""

    def __init__(self, state):
        self.hands = [[held.card for held in side.hand] for side in state.sides]
        self.deck = [(held.card, None in held.seen) for held in state.deck]  # the top first; known to all?
        self.nobles = [held.card for held in state.nobles]
        self.market, self.gone = list(state.market), list(state.gone)
        self.towers = [{t.number: (stories(t), t.complete) for t in side.towers} for side in state.sides]
        self.founded, self.used = [side.founded for side in state.sides], [list(s.used) for s in state.sides]
        self.known = [Counter(h.card for h in side.hand if None in h.seen) for side in state.sides]
        self.seat, self.marker, self.ending, self.closer = (
            state.seat,
            state.marker,
            state.ending,
            state.closer,
        )
        self.turns, self.passes, self.over = state.turns, state.passes, False
        self.old, self.raised = state.edition == 1, 0  # the former rulings; fine stones shown as a Guard
        self.moment = ("turn",)

    # --- what may be done ------------------------------------------------------------------------

    def asked(self):
        kind, *more = self.moment
        me, rival = self.seat, 1 - self.seat
        match kind:
            case "turn":
                return me, set(self.actions())
            case "draw":
                return me, {f"draw:{place}" for place in self.places(more[0], more[2])}
            case "joust":
                return rival, {"allow"} | ({"giostra"} & set(self.hands[rival]))
            case "relay":
                return me, {"back", *self.laid_with(more[0], len(more[0]))}
            case "fell":
                return me, {f"fell:{seat}:{number}" for seat, number in more[0]}
            case "guard":
                return more[0], {"bear", *self.guards(more[0])}
            case "parry":
                return 1 - more[0], {"allow"} | ({"giostra"} & set(self.hands[1 - more[0]]))
        return me, {"give:" + ":".join(self.sorted(c)) for c in combinations(self.hands[me], more[0])}

    def guards(self, seat):
        """T11, T21: a 5, or a fine stone that may be used."""
        yield from ["guard"] if "5" in self.hands[seat] else []
        yield from ["guard:*"] if "pietra" in self.hands[seat] and self.may_raise(seat) else []

    def may_raise(self, seat):
        return not self.old and len(self.used[seat]) <= len(self.used[1 - seat])

    def late(self, seat):
        """T24: too late as soon as the rival's highest tower is higher than the own highest one."""
        return self.top(1 - seat) > max(3 if self.old else 0, self.top(seat))

    def sorted(self, cards):
        return sorted(cards, key=list(COPIES).index)

    def actions(self):
        yield "pass"
        me, hand = self.seat, self.hands[self.seat]
        room, free = self.limit(me) - len(hand), len(self.used[1 - me]) - len(self.used[me]) + 1
        fine = [card for card in hand if card == "pietra"][: max(0, free)]
        yield from self.laid_with([card for card in hand if stone(card)] + fine, 0)
        if free > 0:
            yield from (f"noble:{card}" for card in ("monumento", "cappella") if card in hand)
        if self.ending:
            return
        if free > 0:
            yield from self.costly(hand)
        if room > 1:
            yield from (f"purchase:{place}" for place in self.places("purchase", ()))
        if room == 1 and len(self.deck) == 1:
            yield "purchase:deck"
        for some in chain.from_iterable(combinations(hand, n) for n in range(2, len(hand) + 1)):
            others = [card for card in self.market if card not in some]
            if len(self.deck) + len(self.nobles) + len(others) >= len(some):
                yield "exchange:" + ":".join(self.sorted(some))
        open_ones = [n for n, (_, complete) in self.towers[me].items() if not complete]
        for some in chain.from_iterable(combinations(open_ones, n) for n in range(1, len(open_ones) + 1)):
            yield "complete:" + ":".join(map(str, sorted(some)))
        if len(self.towers[me]) - len(open_ones) > 3:
            yield "close"

    def costly(self, hand):
        if "mura" in hand:
            yield "noble:mura"
        if "via" in hand and len(hand) - 1 < self.limit(self.seat):  # it has left the hand by then
            yield "noble:via"
        if "palazzo" in hand:
            rest = list(hand)
            rest.remove("palazzo")
            for low, high in permutations(rest, 2):
                if stone(low) == stone(high) or stone(low):  # two decks: the order means nothing
                    yield f"noble:palazzo:{low}:{high}"
            if self.late(self.seat):
                yield "noble:palazzo"

    def laid_with(self, cards, least):
        """Return every build and extension from these cards, of at least so many of them."""
        cap = max(3, self.top(1 - self.seat)) if "palazzo" in self.used[1 - self.seat] else 99
        real, fine = [card for card in cards if stone(card)], cards.count("pietra")
        for n, rank in product(range(max(3, least), min(len(cards), cap) + 1), RANKS):
            for wild in range(min(fine, n - 1) + 1):
                if real.count(rank) >= n - wild:
                    yield ":".join(["plain", *[rank] * (n - wild), *"*" * wild])
        for low, high in combinations(range(4, 12), 2):
            n = high - low + 1
            if max(3, least) <= n <= cap:
                for line in self.lines(range(low, high + 1), real, fine):
                    if set(line) != {"*"}:
                        yield ":".join(["run", *line])
        for number, (stories, complete) in self.towers[self.seat].items():
            for n in range(max(1, least), 0 if complete else min(len(cards), cap - len(stories)) + 1):
                yield from (
                    f"extend:{number}:" + ":".join(line) for line in self.grown(stories, n, real, fine)
                )

    def grown(self, stories, n, real, fine):
        top = stories[0][1]
        if stories[0][1] == stories[1][1]:
            return [
                (str(top),) * (n - w) + ("*",) * w
                for w in range(min(n, fine) + 1)
                if real.count(str(top)) >= n - w
            ]
        return self.lines(range(top - 1, top - 1 - n, -1), real, fine) if top - n > 3 else []

    def lines(self, ranks, real, fine):
        """Return every way to fill a sequence of ranks."""
        ways = product(*(["*", str(rank)] if str(rank) in RANKS else ["*"] for rank in ranks))
        return [way for way in ways if way.count("*") <= fine and sub(real, [t for t in way if t != "*"])]

    def places(self, why, barred):
        deck = ["deck"] if self.deck else []
        second = ["noble"] if self.nobles and why in ("purchase", "exchange", "via") else []
        market = [] if why == "via" else [f"market:{c}" for c in set(self.market) - set(barred)]
        return deck + second + market

    def limit(self, seat):
        return 9 if "mura" in self.used[seat] else 7

    def top(self, seat):
        return max((len(stories) for stories, _ in self.towers[seat].values()), default=0)

    def might_hold(self, seat, card):
        """Say whether the public must think it possible, counting all copies that it sees elsewhere."""
        alike = [c for c in self.hands[seat] if stone(c) == stone(card)]
        unknown = len(alike) - sum(n for c, n in self.known[seat].items() if stone(c) == stone(card))
        shown = self.market.count(card) + self.gone.count(card) + self.deck.count((card, True))
        shown += sum(side[card] for side in self.known)
        shown += sum(used.count(card) for used in self.used) if card == "giostra" else 0
        shown += self.raised if card == "pietra" else 0
        shown += sum(c == card for side in self.towers for stories, _ in side.values() for c, _ in stories)
        return self.known[seat][card] > 0 or (unknown > 0 and shown < COPIES[card])

    # --- what it does ----------------------------------------------------------------------------

    def play(self, move, taken=()):
        verb, *args = move.split(":")
        match self.moment[0], verb:
            case "turn", "pass":
                self.passes += 1
                self.over = self.passes == 2
                return None if self.over else self.finish()
            case "turn", _:
                self.passes = 0
                return self.act(verb, args, move, taken)
            case "draw", _:
                return self.draw(args, *self.moment[1:])
            case "joust", "allow":
                declared = self.moment[1]
                return self.effect(declared) if declared.startswith("noble") else self.stand(declared, taken)
            case "joust", _:
                return self.cancel(*self.moment[1:])
            case "relay", "back":
                for card in self.moment[1]:
                    self.hands[self.seat].append(card)
                    self.known[self.seat][card] += 1
                    if card == "pietra":
                        self.used[self.seat].remove(card)
                return self.finish()
            case "relay", _:
                return self.stand(move, taken)
            case "fell", _:
                return self.aim(("fell", int(args[0]), int(args[1])), int(args[0]), taken)
            case "guard", "bear":
                return self.strike(self.moment[2], taken)
            case "guard", "guard" if args:
                return self.raise_stone(*self.moment[1:])
            case "parry", "allow":
                return self.finish()
            case "parry", _:
                target, what = self.moment[1:]
                self.strip(target, "pietra")
                self.raised -= 1
                return self.strike(what, taken)
            case "guard", _:
                self.leave(self.moment[1], "5")
                self.deck.append(("5", True))
                return self.finish()
        for card in args:  # what goes back after a Trade
            self.hands[self.seat].remove(card)
            self.hands[1 - self.seat].append(card)
        self.forget(self.seat, args)
        return self.finish()

    def act(self, verb, args, move, taken):
        me = self.seat
        match verb:
            case "purchase":
                return self.draw(args, "purchase", 2, ())
            case "exchange":
                for card in args:
                    self.leave(me, card)
                self.market += args
                return self.await_draw("exchange", len(args), tuple(args))
            case "complete":
                for number in map(int, args):
                    self.towers[me][number] = (self.towers[me][number][0], True)
                return self.finish()
            case "close":
                self.ending, self.closer = True, me
                return self.finish()
            case "noble":
                return self.play_noble(args[0], args[1:], move)
        cards = ["pietra" if token == "*" else token for token in args[verb == "extend" :]]
        for card in cards:
            self.leave(me, card)
        self.used[me] += [card for card in cards if card == "pietra"]
        if "pietra" in cards and self.may_joust():
            self.moment = ("joust", move, cards)
            return None
        return self.stand(move, taken)

    def play_noble(self, card, paid, move):
        me = self.seat
        late = card == "palazzo" and self.late(me)
        self.leave(me, card)
        for other in reversed(paid):
            self.hands[me].remove(other)
            if stone(other):
                self.deck.append((other, False))
            else:
                self.nobles.append(other)
        self.forget(me, paid)
        if late:
            self.gone.append(card)
            return self.finish()
        self.used[me].append(card)
        if self.may_joust():
            self.moment = ("joust", move, [])
            return None
        return self.effect(move)

    def effect(self, move):
        room = self.limit(self.seat) - len(self.hands[self.seat])
        return self.await_draw("via", room, ()) if move == "noble:via" else self.finish()

    def may_joust(self):
        fair = len(self.used[1 - self.seat]) <= len(self.used[self.seat])
        return fair and self.might_hold(1 - self.seat, "giostra")

    def cancel(self, move, cards):
        self.strip(self.seat, "pietra" if cards else move.split(":")[1])
        cards = list(cards)
        if cards:
            cards.remove("pietra")
        if not cards:
            return self.finish()
        self.moment = ("relay", cards)
        return None

    def strip(self, seat, card):
        """The other player's Giostra takes a used noble out of the game."""
        self.leave(1 - seat, "giostra")
        self.used[1 - seat].append("giostra")
        self.used[seat].remove(card)
        self.gone.append(card)

    def raise_stone(self, target, what):
        """T21: a fine stone is a Guard, stays in front of its owner, and Giostra may answer it."""
        self.leave(target, "pietra")
        self.used[target].append("pietra")
        self.raised += 1
        other = 1 - target
        if len(self.used[other]) <= len(self.used[target]) and self.might_hold(other, "giostra"):
            self.moment = ("parry", target, what)
            return None
        return self.finish()

    def stand(self, move, taken):
        verb, *tokens = move.split(":")
        mine, me = self.towers[self.seat], self.seat
        number = int(tokens.pop(0)) if verb == "extend" else self.founded[me]
        cards = ["pietra" if token == "*" else token for token in tokens]
        if verb == "extend":
            old = mine[number][0]
            step = int(old[0][1] != old[1][1])
            new = [(card, old[0][1] - step * (i + 1)) for i, card in enumerate(cards)][::-1] + old
        else:
            at, rank = next((i, int(token)) for i, token in enumerate(tokens) if token != "*")
            new = [(card, rank + (i - at) * (verb == "run")) for i, card in enumerate(cards)]
            self.founded[me] += 1
        mine.pop(number, None)
        if len(new) > max(self.top(1 - me), self.top(me) if self.old else 0):
            self.marker = me
        mine[number] = (new, False)
        if self.ending or verb == "run":
            return self.finish()
        if verb == "extend":
            return self.await_draw("extend", len(cards), ())
        return self.donate(new[0][1], number, len(new), taken)

    def donate(self, rank, number, height, taken):
        if rank == 8:
            return self.await_draw("income", height, ())
        if rank == 9:
            return self.aim(("trade", height), 1 - self.seat, taken)
        if rank != 10:
            return self.finish()
        weak = [
            (len(stories), seat, n)
            for seat in (0, 1)
            for n, (stories, complete) in self.towers[seat].items()
            if not complete and len(stories) <= height and (seat, n) != (self.seat, number)
            if not (stories[0][1] == stories[1][1] == 6)
        ]
        targets = [(seat, n) for high, seat, n in weak if high == max(weak)[0]]
        if len(targets) > 1:
            self.moment = ("fell", targets)
            return None
        return self.aim(("fell", *targets[0]), targets[0][0], taken) if targets else self.finish()

    def aim(self, what, target, taken):
        fine = self.may_raise(target) and self.might_hold(target, "pietra")
        if not self.might_hold(target, "5") and not fine:
            return self.strike(what, taken)
        self.moment = ("guard", target, what)
        return None

    def strike(self, what, taken):
        me, rival = self.seat, 1 - self.seat
        if what[0] == "fell":
            stories, _ = self.towers[what[1]].pop(what[2])
            self.deck[:0] = [(card, True) for card in sorted((c for c, _ in stories if stone(c)), key=int)]
            self.gone += [card for card, _ in stories if card == "pietra"]
            return self.finish()
        assert len(taken) == min(what[1], len(self.hands[rival]))
        for card in taken:
            self.hands[rival].remove(card)
            self.hands[me].append(card)
        self.forget(rival, taken)
        back = min(what[1] - 1, len(self.hands[me]))
        if not back:
            return self.finish()
        self.moment = ("give", back)
        return None

    # --- cards that move -------------------------------------------------------------------------

    def leave(self, seat, card):
        """Let everyone see a card leave a hand; one that was known there goes first."""
        self.hands[seat].remove(card)
        self.known[seat] -= Counter([card])

    def forget(self, seat, moved):
        """Cards left a hand unseen: of those with the same back nothing is certain any more."""
        backs = {stone(card) for card in moved}
        self.known[seat] = Counter({c: n for c, n in self.known[seat].items() if stone(c) not in backs})

    def draw(self, source, why, left, barred):
        place, *card = source
        known = True
        if place == "market":
            self.market.remove(card[0])
        elif place == "deck":
            drawn, known = self.deck.pop(0)
            card = [drawn]
        else:
            card, known = [self.nobles.pop(0)], False
        self.hands[self.seat] += card
        self.known[self.seat] += Counter(card if known else [])
        self.await_draw(why, 0 if why == "purchase" and not self.deck else left - 1, barred)

    def await_draw(self, why, left, barred):
        if left > 0 and self.places(why, barred):
            self.moment = ("draw", why, left, barred)
        else:
            self.finish()

    def finish(self):
        if not self.market and not self.ending:
            self.market = [card for card, _ in self.deck[:4]]
            del self.deck[:4]
        self.turns += 1
        self.ending = self.ending or not self.deck or self.turns > 149
        self.seat, self.moment = 1 - self.seat, ("turn",)

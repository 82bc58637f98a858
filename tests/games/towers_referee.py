"""A referee who knows only the rulesheet: counts cards and points, and replays turns."""

from collections import Counter
from random import Random

from games import towers

DECK = Counter({str(rank): rank for rank in range(5, 11)})
NOBLES = Counter(pietra=3, via=2, monumento=1, giostra=1, cappella=1, palazzo=1, mura=1)


def deep_walk(seed, options=(), passing=0.02):
    """Yield (state, seat, move) of a random game in which players seldom pass, so that it gets far."""
    dice, state = Random(f"deep/{seed}"), towers.setup(2, str(seed), options)
    while asked := towers.decisions(state):
        (decision,) = asked
        kinds = sorted({move.partition(":")[0] for move in decision.moves} - {"pass"}) or ["pass"]
        kind = dice.choice(kinds)
        if "pass" in decision.moves and dice.random() < passing:
            kind = "pass"
        move = dice.choice([m for m in decision.moves if m.partition(":")[0] == kind])
        yield state, decision.seat, move
        state = towers.apply(state, decision.seat, move)
    yield state, -1, ""


def cards(state):
    """Count every card, wherever it lies."""
    found = Counter(state.market) + Counter(state.gone)
    for pile in (state.deck, state.nobles, state.sides[0].hand, state.sides[1].hand):
        found += Counter(held.card for held in pile)
    for side in state.sides:
        found += Counter(card for tower in side.towers for card in tower.stones)
        found += Counter(card for card in side.used if card != "pietra")  # fine stones lie in towers
        found += Counter(pietra=side.shown)  # or beside them, shown as a Guard
    return found + Counter(getattr(state.phase, "laid", ()))


# --- the score, from the rulesheet -------------------------------------------------------------------


def stories(tower):
    """Return the ranks of a tower, worked out from its real cards alone."""
    at, rank = next((i, int(card)) for i, card in enumerate(tower.stones) if card != "pietra")
    return [rank - at + i if tower.colourful else rank for i in range(len(tower.stones))]


def _skyline(towers):
    """Return (colourful, ranks, complete) of each tower."""
    return [(len(set(stories(t))) > 1, stories(t), t.complete) for t in towers]


def _best(skyline, rank):
    return max([len(ranks) for many, ranks, _ in skyline if not many and ranks[0] == rank] or [0])


def points(state, seat):
    """Return completion, blessing, plain, colourful, marker and nobles."""
    mine, theirs = (_skyline(state.sides[s].towers) for s in (seat, 1 - seat))
    plain = 0
    for rank in range(5, 11):
        own, other = (_best(side, rank) for side in (mine, theirs))
        plain += rank if own and own >= other else 0
    runs = [len(ranks) for many, ranks, _ in mine if many]
    used = state.sides[seat].used
    high = len([ranks for _, ranks, _ in mine if len(ranks) > 4])
    return (
        sum(5 for _, _, complete in mine if complete),
        sum(2 * len(ranks) for many, ranks, _ in mine if not many and ranks[0] == 7),
        plain,
        len(runs) * sum(runs),
        10 if state.marker == seat else 0,
        (7 if "monumento" in used else 0) + (5 * high if "cappella" in used else 0),
    )


# --- a turn, replayed --------------------------------------------------------------------------------


class Ledger:
    """An own record of the table; `turn` replays one whole turn and says what should lie where."""

    def __init__(self, state):
        self.hands = [Counter(h.card for h in side.hand) for side in state.sides]
        self.deck = [h.card for h in state.deck]
        self.nobles = [h.card for h in state.nobles]
        self.market = Counter(state.market)
        self.towers = [{t.number: list(t.stones) for t in side.towers} for side in state.sides]
        self.built = [side.founded for side in state.sides]
        self.marker = state.marker
        self.ending = state.ending

    def seen(self):
        hands = [+hand for hand in self.hands]
        return hands, self.deck, self.nobles, +self.market, self.towers, self.marker

    def take(self, seat, move):
        place, _, card = move.partition(":")[2].partition(":")
        if place == "market":
            self.market[card] -= 1
        else:
            card = (self.deck if place == "deck" else self.nobles).pop(0)
        self.hands[seat][card] += 1

    def crown(self, seat, number):
        others = [len(t) for t in self.towers[1 - seat].values()]  # T14: of the rival
        if len(self.towers[seat][number]) > max(others, default=0):
            self.marker = seat

    def stand(self, seat, move):
        """Let a tower stand and return (rank, height) of a plain one just built."""
        verb, *tokens = move.split(":")
        stones = ["pietra" if t == "*" else t for t in tokens]
        number = int(stones.pop(0)) if verb == "extend" else self.built[seat]
        if verb == "extend":
            self.towers[seat][number] = stones[::-1] + self.towers[seat][number]
        else:
            self.towers[seat][number] = stones
            self.built[seat] += 1
        self.hands[seat] -= Counter(stones)
        self.crown(seat, number)
        real = next(t for t in tokens if t != "*")
        return (real, len(stones)) if verb == "plain" and not self.ending else (None, 0)

    def fall(self, seat, number):
        stones = self.towers[seat].pop(number)
        self.deck[:0] = [card for card in stones if card != "pietra"]

    def turn(self, seat, moves, taken, fallen):
        """Replay a turn; chance and choice among equals come as `taken` and `fallen`."""
        effect, answers = (None, 0), [move for _, move in moves]
        for by, move in moves:
            verb, *args = move.split(":")
            if verb in ("purchase", "draw"):
                self.take(by, move)
            elif verb == "exchange":
                self.hands[by] -= Counter(args)
                self.market += Counter(args)
            elif verb == "noble":
                self.hands[by] -= Counter([args[0], *args[1:]])
                for card in reversed(args[1:]):
                    (self.deck if card in DECK else self.nobles).append(card)
            elif verb in ("plain", "run", "extend"):
                stones = answers.index("guard:*") if "guard:*" in answers else len(answers)
                if "giostra" in answers[:stones] and (by, move) == moves[0]:
                    self.hands[by]["pietra"] -= 1  # the cancelled stone; the rest is laid anew or kept
                    continue
                effect = self.stand(by, move)
            elif verb == "giostra":
                self.hands[by]["giostra"] -= 1
            elif move == "guard:*":
                self.hands[by]["pietra"] -= 1
            elif verb == "guard":
                self.hands[by]["5"] -= 1
                self.deck.append("5")
            elif verb == "give":
                pass  # below, after what was taken
        after_show = answers[answers.index("guard:*") :] if "guard:*" in answers else ["giostra"]
        answers += [] if "giostra" in after_show else ["guard"]  # T21: not cancelled, so it was one
        if effect[0] == "9" and "guard" not in answers:
            want = min(effect[1], self.hands[1 - seat].total())
            assert len(taken) == want, "a Trade took the wrong number"
            assert not Counter(taken) - self.hands[1 - seat], "a Trade took cards that were not there"
            self.hands[1 - seat] -= Counter(taken)
            self.hands[seat] += Counter(taken)
            given = next((move.split(":")[1:] for move in answers if move.startswith("give:")), [])
            assert len(given) == min(effect[1] - 1, self.hands[seat].total())
            self.hands[seat] -= Counter(given)
            self.hands[1 - seat] += Counter(given)
        if effect[0] == "10" and "guard" not in answers and fallen:
            self.fall(*fallen)
        if not +self.market and not self.ending:
            self.market += Counter(self.deck[:4])
            del self.deck[:4]

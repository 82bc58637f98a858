"""What one viewer may know of a game, built up from nothing; and the rest dealt anew."""

from itertools import islice
from typing import NamedTuple

from games.core import Held, Seat, deal_anew, knows
from games.tuir.scoring import total
from games.tuir.skyline import Skyline, Tableau
from games.tuir.state import Deed, Player, State

UNKNOWN = ""  # a card back


class Side(NamedTuple):
    """One architect, as a viewer sees them."""

    towers: Skyline
    hand: tuple[str, ...]  # own: three fixed places, UNKNOWN where free; others': the known cards, sorted
    backs: int  # cards in the hand that the viewer does not know
    rule: str  # or UNKNOWN
    rivals_eye: bool  # whether the rival knows the rule: looking is public (U4)
    dropped: tuple[str, ...]  # swapped-out rules, oldest first, or UNKNOWN (U5)

    @property
    def tableau(self) -> Tableau:
        return tuple(tower.sections for tower in self.towers)

    @property
    def cards(self) -> tuple[str, ...]:
        return tuple(card for card in self.hand if card)


class View(NamedTuple):
    """The table as one viewer may see it; None is the public."""

    viewer: Seat | None
    turn: int
    seat: Seat  # whose turn it is
    phase: str
    sides: tuple[Side, ...]
    decks: tuple[tuple[str, int], ...]  # the top card (UNKNOWN: the deck is gone) and how many are left
    open: tuple[str, ...]
    hidden: str  # or UNKNOWN
    eyes: tuple[Seat, ...]  # who has looked at the hidden rule
    spent: tuple[str, ...]
    deeds: tuple[Deed, ...]
    both: bool  # whether sacrifices may move sections of both players
    game: int  # of two: 1 or 2; 0 if there is only one
    before: tuple[int, int]  # what the first of two games gave

    @property
    def more(self) -> bool:
        """Whether the game on the table is over, and another one follows."""
        return self.phase == "over" and self.game == 1

    @property
    def sums(self) -> tuple[int, int]:
        """The points of all games, by the rules that the viewer knows."""
        now = total(self.known_rules, self.tableaux)
        return now[0] + self.before[0], now[1] + self.before[1]

    @property
    def tableaux(self) -> tuple[Tableau, ...]:
        return tuple(side.tableau for side in self.sides)

    @property
    def known_rules(self) -> tuple[str, ...]:
        """Return the rules in play that the viewer knows."""
        rules = (*self.open, self.hidden, *(side.rule for side in self.sides))
        return tuple(rule for rule in rules if rule)


def view(state: State, viewer: Seat | None) -> View:
    return View(
        viewer,
        state.turn,
        state.seat,
        "over" if state.phase == "interval" else state.phase,
        tuple(_side(player, seat, viewer) for seat, player in enumerate(state.players)),
        tuple((_face(deck[0], viewer) if deck else UNKNOWN, len(deck)) for deck in state.decks),
        state.open,
        _face(state.hidden, viewer),
        tuple(seat for seat in range(2) if seat in state.hidden.seen),
        state.spent,
        state.deeds,
        state.match.both,
        len(state.match.games) + 1 if state.match.twice else 0,
        state.match.points,
    )


def _side(player: Player, seat: Seat, viewer: Seat | None) -> Side:
    known = [held.card for held in player.cards if knows(held.seen, viewer)]
    own = tuple(held.card if held else UNKNOWN for held in player.hand)
    return Side(
        player.towers,
        own if seat == viewer else tuple(sorted(known)),
        len(player.cards) - len(known),
        _face(player.rule, viewer),
        1 - seat in player.rule.seen,
        tuple(_face(held, viewer) for held in player.dropped),
    )


def _face(held: Held, viewer: Seat | None) -> str:
    return held.card if knows(held.seen, viewer) else UNKNOWN


def redeal(state: State, viewer: Seat | None, seed: str) -> State:
    """Return a game that looks the same to the viewer, with all they do not know dealt anew."""
    places = [held for player in state.players for held in player.hand if held]
    places += [held for deck in state.decks for held in deck]
    sections = iter(deal_anew(places, viewer, f"{seed}/sections"))
    hands = [tuple([held and next(sections) for held in player.hand]) for player in state.players]
    decks = tuple([tuple(islice(sections, len(deck))) for deck in state.decks])
    secret = [held for player in state.players for held in (player.rule, *player.dropped)]
    rules = iter(deal_anew([*secret, state.hidden, *state.stock], viewer, f"{seed}/rules"))
    players = [
        Player(hand, next(rules), tuple(islice(rules, len(player.dropped))), player.towers, player.founded)
        for player, hand in zip(state.players, hands, strict=True)
    ]
    match = state.match._replace(seed=seed) if state.match.twice else state.match
    return state._replace(
        players=tuple(players), decks=decks, hidden=next(rules), stock=tuple(rules), match=match
    )

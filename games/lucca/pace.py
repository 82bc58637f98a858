"""How a game of Lucca goes on, with two to five players: what a family can count on."""

from typing import NamedTuple


class Pace(NamedTuple):
    """What a family can count on, by the number of players: fitted to the ends of some hundred games."""

    useful: float  # cards of a triplet that find a good place
    spread: float  # how far off that may be
    growth: float  # windows that a card still to come brings
    party: float  # of the guests for a palace under construction, how many will be there
    guests: float  # the same for a complete one
    while_open: float  # what a palace gains with each further turn: guests, walls, bastions
    shields: float  # that each further turn brings
    walls: float  # that each further turn brings, as far as shields carry them
    slack: float  # shields that are found in time when walls lack some
    doubt: float  # how far off that may be
    turn: float  # points that each further turn brings besides


PACE = {
    2: Pace(1.55, 0.6, 0.0, 0.32, 0.95, 0.8, 0.41, 0.09, 2.9, 1.3, 2.5),
    3: Pace(1.6, 0.7, 0.0, 0.1, 0.8, 0.8, 0.4, 0.1, 2.8, 1.9, 2.0),
    4: Pace(1.6, 0.6, 0.0, 0.15, 0.75, 0.35, 0.4, 0.25, 2.5, 1.6, 3.8),
    5: Pace(1.46, 0.8, 0.38, 0.38, 0.63, 0.0, 0.23, 2.0, 3.0, 1.24, 6.3),
}

"""Positions of guilds, built guild by guild."""

from collections.abc import Sequence

from games.guilds.state import Family, Site, State


def placed(state: State, sites: Sequence[Site]) -> State:
    """The state with exactly these tokens and towers in its city."""
    families = tuple(family(sites, seat) for seat in range(state.seats))
    after = state._replace(families=families)
    assert after.sites == tuple(sites)
    return after


def family(sites: Sequence[Site], seat: int) -> Family:
    firsts = sum(1 << n for n, site in enumerate(sites) if site.tokens[:1] == (seat,))
    seconds = sum(1 << n for n, site in enumerate(sites) if site.tokens[1:] == (seat,))
    return Family(firsts, seconds, sum(1 << n for n, site in enumerate(sites) if site.tower == seat))

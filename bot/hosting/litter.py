"""Python's search for litter: what was there at the start is not looked through again.

A search through everything takes a tenth of a second, in which no press is acknowledged. Modules, games and
commands live as long as the bot; what comes and goes with a press is small and found without them.
"""

import gc

YOUNG = 2_500  # new things until a search among the youngest; Python's own 700 are a part of a press


def spare_what_stays() -> None:
    """Take all that exists out of the search, and search less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])

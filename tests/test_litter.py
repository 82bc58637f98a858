"""The search for litter passes over what stays, and still finds what does not."""

import subprocess
import sys

SCRIPT = """
import gc, weakref
from bot.hosting.litter import YOUNG, spare_what_stays
import bot.app
before = len(gc.get_objects())
spare_what_stays()
assert gc.get_freeze_count() > 0.9 * before > 10_000, (gc.get_freeze_count(), before)
assert gc.get_threshold()[0] == YOUNG > 700

class Ring: pass
ring = Ring(); ring.me = ring
gone = weakref.ref(ring)
del ring
kept = [[] for _ in range(2 * YOUNG)]
assert gone() is None, "litter of a press is found"
"""


def test_what_was_there_at_the_start_is_not_searched_and_new_litter_is():
    subprocess.run([sys.executable, "-c", SCRIPT], check=True)

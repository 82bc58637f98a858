"""The other side: a process that thinks about what comes in, and ends when nobody asks any more."""

import contextlib
import gc
import itertools
import pickle
import sys
from collections.abc import Callable, Iterator
from typing import IO, Any

from bot.processes.framing import receive, send
from bot.processes.priority import lower_priority
from bot.processes.think_codec import Job, unpacked
from games.ai.request import ReviewRequest, done, hinted, pieces
from games.ai.review import Review, concluded

MEGABYTE = 1024 * 1024
SWEPT = 100  # jobs, then what is not needed any more is searched for

# What goes back: how many moves of a finished game are judged, or the answer, or what kind of error it was.
SO_FAR, ANSWER, TROUBLE = "so far", "answer", "trouble"
Word = tuple[str, Any]


def thought(job: Job) -> Iterator[Word]:
    """Think about a job, and yield words on the way: the last one is the answer."""
    errand, rules = job.errand, job.rules()
    if isinstance(errand, ReviewRequest):
        yield from _looked_back(job, errand)
    else:
        yield ANSWER, _answers[job.kind](errand, rules)


_answers: dict[str, Callable[..., Any]] = {"move": done, "hint": hinted}


def _looked_back(job: Job, memoir: ReviewRequest) -> Iterator[Word]:
    rules, judged = job.rules(), []
    for number, mark in pieces(memoir, rules):
        judged += [mark] if mark else []
        yield SO_FAR, number
    found: Review = concluded(rules, *memoir[2:5], memoir.log, judged)
    yield ANSWER, found


def work(parcels: IO[bytes], words: IO[bytes]) -> None:
    """Think about what comes until nobody asks any more; what cannot be thought about fails alone."""
    with contextlib.suppress(EOFError, BrokenPipeError):
        for number in itertools.count(1):
            parcel = receive(parcels)
            try:
                for word in thought(unpacked(parcel)):
                    say(words, word)
            except BrokenPipeError:
                raise
            except Exception as error:  # only its kind: what a seat imagines is close to what it holds
                say(words, (TROUBLE, type(error).__name__))
            if number % SWEPT == 0:  # rules of another day hold themselves; now nobody waits for a move
                gc.collect()


def say(pipe: IO[bytes], word: Word) -> None:
    send(pipe, pickle.dumps(word, pickle.HIGHEST_PROTOCOL))


def hold_to(megabytes: int) -> None:
    """Let this process have so much memory and no more; 0, or a system that cannot: as much as it likes."""
    if not megabytes:
        return
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE,) * 2)


def main(polite: int, megabytes: int) -> None:
    """Be the other process."""
    lower_priority(polite)
    hold_to(megabytes)
    gc.disable()  # a search through all that is remembered takes as long as a move
    work(sys.stdin.buffer, sys.stdout.buffer)

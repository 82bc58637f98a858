"""What Discord knows of threads."""

from typing import Literal

MAX_THREAD_NAME = 100  # characters of a thread's name
WEEK: Literal[10080] = 10080  # minutes after which Discord itself lets a quiet thread rest

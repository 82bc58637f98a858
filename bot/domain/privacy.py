"""People who had their data deleted: their seats stay, under numbers that lead to nobody."""

import secrets

FIRST, END = 2**40, 2**41  # far below any number that Discord gives out


def is_forgotten(user: int) -> bool:
    return FIRST <= user < END


def nobody() -> int:
    """Return a new number for somebody who wants to be forgotten: nothing connects it with the old one."""
    return FIRST + secrets.randbelow(END - FIRST)

"""How large a number may be."""

MAX_INTEGER = 2**63 - 1  # what a column holds; an id of Discord is smaller

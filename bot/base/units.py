"""Units that many modules reckon in."""

SECONDS_PER_DAY = 86_400

"""Pure rules around a game: log, seats, clocks, agreements, results. No SQL, no Discord, no waiting."""

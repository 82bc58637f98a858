"""The truth of every table: seats, log, state, storage. Knows nothing of Discord."""

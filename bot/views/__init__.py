"""What a message looks like: pure functions from a table to a Screen."""

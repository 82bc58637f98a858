"""The pieces that every message is made of."""

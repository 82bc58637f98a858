"""Processes that think for computer players: they get worlds that a seat may imagine, never the truth."""

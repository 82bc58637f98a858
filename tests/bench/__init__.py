"""Benches: figures we claim, measured; none of them is part of the suite."""

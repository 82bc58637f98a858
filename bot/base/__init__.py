"""Everybody's: errors, configuration, logs, the clock, metrics and the version."""

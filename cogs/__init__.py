"""Slash commands: parse, ask the host, show."""

"""The bot: tables, their storage, and Discord."""

"""What a host needs around the bot: copies, health, figures, and a word to systemd. The bot runs without."""

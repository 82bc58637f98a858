"""What every press and every command does: read it, ask the host, show."""

"""The Discord client's own plumbing: requests, limits, uploads, and the client itself."""

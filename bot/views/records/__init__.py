"""What players have done: leaderboards, profiles, ratings over time."""

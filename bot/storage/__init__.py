"""What is stored, as plain queries: two engines, one schema. Knows no rule of a game."""

"""Computer players for every game of the house: they see only worlds that their seat thinks possible."""

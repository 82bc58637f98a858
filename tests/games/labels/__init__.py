"""Labels that promise no more than comes: every number of every label, compared with what the move does."""

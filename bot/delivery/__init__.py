"""What is shown where on Discord, and kept current."""

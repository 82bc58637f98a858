"""`campanile doctor --live CHANNEL`: every kind of message that we send, tried on Discord and taken away."""

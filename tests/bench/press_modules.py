"""`python -m tests.bench.press_modules`: the modules of ours that one press enters, counted by a profile.

An ordinary move in one game of towers, on the simulated Discord: from the interaction's arrival until the
player's panel shows what was answered. What follows by itself (the board, the calls, the other panels) is
told apart: it runs when the answer is out, or beside it.
"""

"""What is certain at a moment of the game: what an event has settled by its end in any case, and the conditions that follow.

`facts.py` holds what is known, `judging.py` evaluates conditions under it, `interpreter.py` runs effects and the events that they raise.
It assumes that nobody shares a region: whoever enters an empty one holds it. It ignores rules of other tiles, and includes those of packs.
"""

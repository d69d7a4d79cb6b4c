"""What is certain at a moment of the game: what an event has settled by its end, whatever was before, and what conditions come to by then.

`facts.py` says what is known, `judging.py` what a condition comes to under it, `interpreter.py` goes through effects and the events that they raise.
Nobody is assumed to share a region: whoever moves in where nobody is left holds it. Rules of other tiles are not reckoned with, those of packs are.
"""

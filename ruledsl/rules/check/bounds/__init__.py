"""Upper bounds of size and work, computed from the checked tree; possible because the language is total.

`sizes.py` counts how many of everything there can be, `ranges.py` bounds numeric expressions, `answers.py` bounds the steps of an
answer, `doing.py` the steps until somebody is asked. All of them err on the large side.
"""

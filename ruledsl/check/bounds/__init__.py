"""How large and how much work anything can be at most, worked out from the checked tree: the language is total, so that can be done.

`sizes.py` counts what there can be of everything, `ranges.py` says between which numbers an expression stays, `answers.py` how many steps an
answer takes, `doing.py` how many steps go by until somebody is asked. All of them err on the large side.
"""

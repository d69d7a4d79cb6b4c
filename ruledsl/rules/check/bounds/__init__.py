"""Upper bounds of size and work, computed from the checked tree; possible because the language is total.

`ranges.py` counts how many of everything there can be and bounds numeric expressions; `answers.py` bounds the steps of an answer, and those until
somebody is asked. Both err on the large side.
"""

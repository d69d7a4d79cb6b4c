"""Folders of YAML in, a checked program out.

`packs/` reads and composes packs, `scenarios/` reads scenarios, `check/` gives names and types their meaning and finds what is wrong.
Begin at `packs/model.py` and `check/checker.py`.
"""

"""Many games, and the API for scripts and notebooks.

Rules come in; lines of games, tables, verdicts and policies go out. `bulk/` plays on all cores or a cluster, `study/` counts
(`trials.py` has the leads of tiles with their intervals, by which `weighing.py` and `hands.py` judge), `rl/` is an environment to learn in,
`training/` learns. Begin at `series.py`.
"""

"""What a caller asks: rules, games, decisions, views, saves, bots.

`loading/` turns names of packs into rules, `positions/` plain data into states; `explain/` says why, `naming/` names things, `draw/`
draws maps; `bots/` are ours, of which `simple.py` has those that do not think ahead. Begin at `game.py` and `rules.py`.
"""

"""Rules as numbers, sets and short lists: what is between the checked tree and whatever runs it. `nodes` says what there is."""

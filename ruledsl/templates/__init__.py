"""First files for packs, tiles, maps and scenarios, made of what the packs that they build on have: nothing of a game is known here."""

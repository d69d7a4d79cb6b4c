"""First files of packs, tiles, maps and scenarios, built from the packs that they require: nothing here knows a game."""

"""What scripts and notebooks ask for: many games as tables, how fair a tile is, scenarios, cards and maps that show themselves."""

"""The API for scripts and notebooks: many games as tables, the balance of a tile, scenarios, cards and maps that display themselves."""

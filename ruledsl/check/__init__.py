"""Names and types: a composition becomes a checked program. Knows nothing of how a game is stored."""

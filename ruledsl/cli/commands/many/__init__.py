"""Commands that play many games, or read their results."""

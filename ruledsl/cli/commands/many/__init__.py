"""Commands that play many games, or read what came of them."""

"""Rules in words: checked expressions as phrases, the rules of tiles as sentences."""

"""Why and why not, and rules in words: the second reader of the typed tree, which preserves names and places."""

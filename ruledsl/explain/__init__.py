"""Why and why not, and rules in words: the second reader of the typed tree, which keeps names and places."""

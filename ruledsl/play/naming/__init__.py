"""The names of nouns and actions, the arguments of callers, and the error messages for them."""

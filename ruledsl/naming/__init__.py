"""What nouns and actions are called, what callers may give, and the errors that are said to them."""

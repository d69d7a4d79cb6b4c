"""Trees to text, in the one form that `fmt` gives."""

"""Trees to text, in the one layout that `fmt` writes."""

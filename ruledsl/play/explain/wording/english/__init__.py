"""English: grammar, filled texts of packs, and the names of built-in questions."""

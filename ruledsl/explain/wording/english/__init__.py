"""English: words put together, texts of packs filled in, and what built-in questions are called."""

"""Maps that are built from others: they extend one, lie beside others, or are drawn from boards for each game."""

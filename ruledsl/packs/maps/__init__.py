"""Maps that are made of others: they extend one, lie beside others, or are put together from boards for each game."""

"""What may be known of an unfinished rule: how rules obtain tiles, and what depends on secrets."""

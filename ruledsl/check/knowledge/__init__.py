"""What may be known of a rule that is half done: how rules come by tiles, and what hangs on secrets."""

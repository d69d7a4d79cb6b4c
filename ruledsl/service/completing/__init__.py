"""What can be written at a place: only what fits there, best first, with what it means."""

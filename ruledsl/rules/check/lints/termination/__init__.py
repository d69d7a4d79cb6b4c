"""Rules that would not terminate, or not in reasonable time."""

"""Scenarios as they are written: which there are, what stands in them, and whether what they name exists. Nothing is played here."""

"""Scenarios as written: finds and reads them, and checks the names in them. Nothing is played here."""

"""Faults that people make while they copy and change tiles, written down before anybody looked at code or grammar: see `faults`."""

"""Positions: a state set up from plain data, written as plain data, and asked whether it can be one at all."""

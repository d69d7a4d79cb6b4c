"""Determinizations (games that could be this one), rollouts in them, and bots."""

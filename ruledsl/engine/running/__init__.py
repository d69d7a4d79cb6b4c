"""Running frames: events with their triggers, choices, and how much may happen."""

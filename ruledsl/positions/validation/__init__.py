"""Whether a state can be one at all: what a save or a position says is checked before it is believed."""

"""The engine: what moves a state, written once in the small part of Python (`engine/small/`) and printed for a machine."""

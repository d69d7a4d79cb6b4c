"""The engine: the code that changes a state, written once in a subset of Python (`engine/small/`) and printed for a machine."""

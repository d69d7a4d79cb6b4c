"""The rules for the engine: compiled, with facts about each."""

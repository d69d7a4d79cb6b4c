"""The lowering of the checked tree to the intermediate representation: once and without optimization. Passes make it fast."""

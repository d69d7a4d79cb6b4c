"""Programs for cells as Python: the same programs over the same bytes that `compile/native/` prints as WebAssembly."""

"""Programs for cells as Python: what `compile/native/` prints as WebAssembly, over the same bytes."""

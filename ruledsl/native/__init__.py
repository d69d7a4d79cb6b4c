"""Games run natively: what `ruledsl.compile.native` writes, compiled by wasmtime, kept, and called. Whoever has no wasmtime plays without."""

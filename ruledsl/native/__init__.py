"""Runs games natively: wasmtime compiles what `ruledsl.compile.native` writes, and the result is cached. Without wasmtime, games run as Python."""

"""Runs games natively: wasmtime compiles what `ruledsl.engine.compile.wasm` writes, and the result is cached.

Without wasmtime, games run as Python.
"""

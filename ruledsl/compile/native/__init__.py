"""The representation as WebAssembly, with the engine that runs it. An extra: without it everything works as before."""

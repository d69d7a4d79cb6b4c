"""The compiler: prints the representation as Python or WebAssembly, with the tables that the engine reads."""

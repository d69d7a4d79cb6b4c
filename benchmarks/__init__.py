"""How fast it is, as numbers that can be compared between machines: `python -m benchmarks`."""

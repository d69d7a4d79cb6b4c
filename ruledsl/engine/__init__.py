"""The engine: states, changes, questions and running frames. It knows no rule and does no I/O."""

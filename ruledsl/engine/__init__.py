"""State, mutations, questions, running frames. Knows no rule, does no input or output."""

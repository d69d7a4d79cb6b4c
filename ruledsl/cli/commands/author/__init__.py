"""Commands for authors at work: effects of a change, and formatting."""

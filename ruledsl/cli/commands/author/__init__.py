"""Commands for authors at work: what came of a change, and files put in order."""

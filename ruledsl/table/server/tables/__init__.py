"""Tables: who sits there, what was chosen, and the journal from which each can be restored."""

"""What nobody may know: tiles that are hidden, and the log as everybody may read it."""

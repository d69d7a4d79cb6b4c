"""What must stay secret: hidden tiles, and the log in its public form."""

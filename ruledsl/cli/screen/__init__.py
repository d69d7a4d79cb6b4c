"""Tables, maps and games on a terminal, and a person at its keyboard."""

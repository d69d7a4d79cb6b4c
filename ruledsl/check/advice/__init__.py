"""What would mend a rule whose names and types do not fit: looked for where a fault is reported, in the text around it."""

"""How well does the validator see? Mistakes that people make, put into rule files one at a time, or two."""

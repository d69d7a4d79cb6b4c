"""The contents of packs besides rules, and how packs fit together: words, texts, maps, tokens, roles, conflicts."""

"""What packs say beside their rules, and how they fit together: words, texts, maps, tokens, roles, conflicts."""

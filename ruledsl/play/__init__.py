"""Games for people and programs: decisions, records, views, positions, bots."""

"""What files may hold: the schemas, and what jsonschema finds said in words."""

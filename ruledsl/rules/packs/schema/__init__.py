"""The schemas of files, and the faults that jsonschema finds, in words."""

"""The intermediate representation: rules as numbers, sets and short lists, between the checked tree and the printers. `nodes` lists the nodes."""

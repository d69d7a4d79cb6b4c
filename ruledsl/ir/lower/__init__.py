"""From the checked tree to the intermediate representation: once, plainly, the way a reader would expect. Passes make it quick."""

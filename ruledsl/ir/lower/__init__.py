"""From the checked tree to the intermediate representation: once, plainly, the way a reader would expect. What is quick about it comes from passes."""

"""Games that could be this one, made up and tried out; bots."""

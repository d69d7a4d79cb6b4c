"""The rules as the engine has them: compiled, and which of them are in play."""

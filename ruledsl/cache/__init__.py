"""What is kept from one run to the next, in a folder that only its owner can write. Imports nothing of ours."""

from ruledsl.cache.building import much_is_built
from ruledsl.cache.entries import Store, store
from ruledsl.cache.folder import OFF, VARIABLE, cache_folder

__all__ = ["OFF", "VARIABLE", "Store", "cache_folder", "much_is_built", "store"]

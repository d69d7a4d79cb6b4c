"""What is kept from one run to the next, in a folder that only its owner can write. Imports nothing of ours."""

from ruledsl.cache.building import much_is_built
from ruledsl.cache.classes import Classes, classes_in
from ruledsl.cache.decoding import decoded
from ruledsl.cache.entries import Store, store
from ruledsl.cache.folder import OFF, VARIABLE, cache_folder
from ruledsl.cache.plain import from_bytes, to_bytes

__all__ = [
    "OFF",
    "VARIABLE",
    "Classes",
    "Store",
    "cache_folder",
    "classes_in",
    "decoded",
    "from_bytes",
    "much_is_built",
    "store",
    "to_bytes",
]

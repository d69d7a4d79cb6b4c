"""What is kept from one run to the next, in a folder that only its owner can write. Imports nothing of ours but `ruledsl.system`."""

from ruledsl.store.building import much_is_built, much_is_held
from ruledsl.store.classes import Classes, classes_in
from ruledsl.store.decoding import Changes, decoded
from ruledsl.store.entries import Store, store
from ruledsl.store.folder import OFF, VARIABLE, cache_folder
from ruledsl.store.plain import from_bytes, to_bytes

__all__ = [
    "OFF",
    "VARIABLE",
    "Changes",
    "Classes",
    "Store",
    "cache_folder",
    "classes_in",
    "decoded",
    "from_bytes",
    "much_is_built",
    "much_is_held",
    "store",
    "to_bytes",
]

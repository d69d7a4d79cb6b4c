"""What the tests of the representation share."""

import pytest
from readable import PACK

from ruledsl.play.rules import load


@pytest.fixture(scope="session")
def rules():
    """A small pack in which everything is there that values and permissions can be made of."""
    return load(PACK)

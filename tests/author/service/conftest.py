"""A pack of an author, and a service that has it open."""

import shutil
from pathlib import Path

import odd
import pytest
from otter import as_file

from ruledsl.author.service.service import Service

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def otters(tmp_path_factory):
    folder = tmp_path_factory.mktemp("workspace") / odd.FOLDER / "otters"
    shutil.copytree(HERE / "otters", folder)
    return folder


@pytest.fixture(scope="session")
def service(otters):
    found = Service()
    found.workspace([otters])
    return found


@pytest.fixture(scope="session")
def alone(tmp_path_factory):
    """A service, and a file of a pack that needs as little as can be."""
    folder = tmp_path_factory.mktemp("alone") / odd.FOLDER / "otters"
    shutil.copytree(HERE / "otters", folder)
    (folder / "mates.yaml").unlink()
    head = folder / "pack.yaml"
    head.write_text(head.read_text(encoding="utf-8").replace("smallworld", "core"), encoding="utf-8")
    return Service(), folder / "otters.yaml"


@pytest.fixture
def write(service, otters):
    """Open a file with a text in which ^ is the caret; gives the path, the line and the column of it. Closed again at the end."""
    opened = []

    def put(case):
        path = otters / case.get("file", "otters.yaml")
        text = case["text"] if "text" in case else as_file(case["rule"])
        at = text.index("^")
        text = text.replace("^", "", 1)
        opened.append(path)
        service.put(path, text)
        return path, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)

    yield put
    for path in opened:
        service.put(path, None)

"""What is imported before a page's Python begins."""

import sys

import pytest

from ruledsl.table.standalone.compiling import import_all


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module with this text."""
    monkeypatch.syspath_prepend(tmp_path)

    def written(text):
        (tmp_path / "begins.py").write_text(text)
        return "begins"

    yield written
    sys.modules.pop("begins", None)


def test_what_another_python_has_is_left_out(module):
    import_all(["never_there", module("HERE = 1")])
    assert sys.modules["begins"].HERE == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [("import never_there", "never_there"), ("raise ValueError('ill')", "ill"), ("(", "SyntaxError")],
)
def test_what_fails_is_named(module, text, why):
    with pytest.raises(ImportError, match=f"begins cannot be imported: .*{why}"):
        import_all([module(text)])

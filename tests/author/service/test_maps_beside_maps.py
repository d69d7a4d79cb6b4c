"""Maps that are made of one another, however many of them: what an editor asks of them is answered."""

import pytest

from ruledsl.author.service.service import Service

HEAD = "id: atlas\nversion: 0.1.0\nlanguage: 1\nname: Atlas\nrequires: {smallworld: '>=0.1'}\n"
FIRST = "  m0: {name: M, players: [2], rounds: 9, regions: {1: {terrain: hill, entry: true, borders: []}}}\n"
MAPS = {
    "in a row": "".join(f"  m{n}: {{name: M, extends: m{n - 1}}}\n" for n in range(1200, 0, -1)) + FIRST,
    "in a circle": "".join(f"  m{n}: {{name: M, extends: m{(n + 1) % 1200}}}\n" for n in range(1200)),
    "twice as large each": FIRST
    + "".join(
        f"  m{n}: {{name: M, extends: m{n - 1}, beside: {{{chr(96 + n)}: m{n - 1}}}}}\n" for n in range(1, 27)
    ),
}


@pytest.mark.parametrize("name", MAPS)
def test_regions_are_found_in_maps_of_maps(name, tmp_path):
    (tmp_path / "pack.yaml").write_text(HEAD, encoding="utf-8")
    (tmp_path / "maps.yaml").write_text("maps:\n" + MAPS[name], encoding="utf-8")
    service = Service()
    assert service.colours(tmp_path / "maps.yaml")

"""Texts in several languages say the same whether they stand beside the rules or in files of their own, and moving them loses nothing."""

import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from lengths import part

from ruledsl.author.translate import files_of, texts_in
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.rules.packs.loading import load_packs
from ruledsl.rules.packs.reading import digest_of_pack
from ruledsl.rules.packs.schema.schemas import file_schema
from ruledsl.rules.packs.translations import language_of, translation_form

HEAD = 'id: house\nversion: 0.1.0\nlanguage: 3\nname: House\nrequires: {smallworld: ">=0.1"}\n'
INLINE = """\
# The house.
races:
  otters:
    name: {en: Otters, it: Lontre, "no": Oter}
    summary:
      {en: "Good, at the waterside.",
       it: "Abili sulla costa: sì."}
    number: 5
    tray: 10
    pieces:
      raft:
        name:
          en: Raft  # of wood
          it: Zattera
        supply: 3
    rules: |
      # it: not a language
      action float of region
        during conquests
        do: move 1 raft from box to region
variants:
  wet: {name: {en: Wet, it: Bagnato}, options: [a, b]}
measures:
  - {value: tokens_lost, name: {en: "Lost, again", it: Perse}}
  - name:
      en: Coins
      it: Monete
    value: price
book:
  - title: {en: "Water: what it is", it: Acqua}
    text:
      en: |
        One.

        Two.
      it: |
        Uno.

        Due.
texts:
  action.float: {en: float, it: galleggia}
"""


def names_of(pack):
    things = {"tiles": pack.tiles, "pieces": pack.pieces, "variants": pack.variants}
    named = {
        (kind, key): (one.names, getattr(one, "summary", {}))
        for kind, all_ in things.items()
        for key, one in all_.items()
    }
    shown = [one.names for one in (*pack.panels, *pack.measures)]
    return (
        named,
        shown,
        [(one.title, one.text) for one in pack.book],
        pack.texts,
        [rule.text for rule in pack.rules],
    )


def read(folder):
    diagnostics = Diagnostics()
    packs = load_packs((str(folder),), diagnostics)
    assert not list(diagnostics), [str(found) for found in diagnostics]
    return packs


def make(folder, text, **files):
    folder = folder / "house"
    (folder / "languages").mkdir(parents=True)
    (folder / "pack.yaml").write_text(HEAD)
    (folder / "tiles.yaml").write_bytes(text.encode())
    for language, content in files.items():
        (folder / "languages" / f"{language}.yaml").write_text(content)
    return folder


def move(folder, wanted=""):
    packs = read(folder)
    for path, text in files_of(texts_in(packs[-1], packs), wanted).items():
        path.write_bytes(text.encode())


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_moving_loses_nothing(tmp_path, end):
    folder = make(tmp_path, INLINE.replace("\n", end))
    before = names_of(read(folder)[-1])
    move(folder)
    assert names_of(read(folder)[-1]) == before
    rest = (folder / "tiles.yaml").read_bytes().decode()
    assert "Lontre" not in rest
    assert "Zattera" in rest, "a comment stands there, so that one stays as it is"
    assert 'summary: "Good, at the waterside."' in rest
    assert rest.count(end) == rest.count("\n"), "line ends stay"
    files = {path: path.read_bytes() for path in folder.rglob("*.yaml")}
    move(folder)
    assert {path: path.read_bytes() for path in folder.rglob("*.yaml")} == files, "once is enough"


def test_what_is_missing_and_what_is_stale(tmp_path):
    folder = make(tmp_path, INLINE)
    packs = read(folder)
    texts = texts_in(packs[-1], packs)
    assert (texts.missing("it"), texts.stale("it")) == ([], [])
    assert ("races", "otters", "name") not in texts.missing("no")
    assert ("races", "otters", "summary") in texts.missing("no")
    assert len(texts.missing("sv")) == len(texts.own)
    move(folder)
    path = folder / "tiles.yaml"
    path.write_text(path.read_text().replace("name: Otters", "name: River Otters"))
    packs = read(folder)
    assert texts_in(packs[-1], packs).stale("it") == [("races", "otters", "name")]
    move(folder)
    written = (folder / "languages" / "it.yaml").read_text()
    assert "    #. River Otters\n    #| Otters\n    name: Lontre\n" in written
    packs = read(folder)
    assert texts_in(packs[-1], packs).stale("it") == [("races", "otters", "name")], (
        "until somebody looks at it"
    )
    (folder / "languages" / "it.yaml").write_text(written.replace("    #| Otters\n", ""))
    packs = read(folder)
    assert not texts_in(packs[-1], packs).stale("it")


def test_comments_of_translators_stay(tmp_path):
    written = """\
# Ada translates this.

# The animals.
races:
  otters:
    # Not "lontra".
    name: Lontre # or "le lontre"
    summary:

# The end.
"""
    own = "races:\n  otters: {name: Otters, summary: Good, number: 5, tray: 10}\n"
    folder = make(tmp_path, own, it=written)
    for _ in range(2):
        move(folder, "it")
        now = (folder / "languages" / "it.yaml").read_text()
        for comment in (
            "# Ada translates this.",
            "# The animals.",
            '# Not "lontra".',
            '# or "le lontre"',
            "# The end.",
        ):
            assert now.count(comment) == 1, comment
        assert "    #. Good\n    summary:\n" in now


def test_a_comment_above_several_keys_on_a_line_stays_once(tmp_path):
    own = "races:\n  otters: {name: Otters, summary: Good, number: 5, tray: 10}\n"
    written = "races:\n  # Ada's.\n  otters: {name: Lontre, summary: Bravi} # both\n"
    folder = make(tmp_path, own, it=written)
    move(folder)
    now = (folder / "languages" / "it.yaml").read_text()
    assert (now.count("# Ada's."), now.count("# both")) == (1, 1)
    assert read(folder)[-1].tiles["otters"].names == {"en": "Otters", "it": "Lontre"}


TEXT = st.text(
    st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(" :#,[]{}\"'-?!&*|>%@`\\"),
    min_size=1,
    max_size=12,
).filter(lambda text: text.strip() == text)


@settings(max_examples=part(240), deadline=None)
@given(st.dictionaries(st.sampled_from(["it", "no", "sv"]), TEXT), TEXT)
def test_every_text_comes_back_as_it_was(tmp_path_factory, others, own):
    said = ", ".join(
        f'"{key}": {json.dumps(text, ensure_ascii=False)}' for key, text in {"en": own, **others}.items()
    )
    tile = f"races:\n  otters: {{number: 5, tray: 10, name: {{{said}}}}}\n"
    folder = make(tmp_path_factory.mktemp("texts"), tile)
    diagnostics = Diagnostics()
    before = load_packs((str(folder),), diagnostics)
    assume(not list(diagnostics))  # some characters may not be in packs
    move(folder)
    assert read(folder)[-1].tiles["otters"].names == before[-1].tiles["otters"].names == {"en": own, **others}


def test_only_files_in_the_folder_of_languages_have_a_language():
    names = [
        "languages/it.yaml",
        "languages/it.yml",
        "languages/italian.yaml",
        "it.yaml",
        "races/languages/it.yaml",
        "languages/x/it.yaml",
    ]
    assert [language_of(name) for name in names] == ["it", "it", "", "", "", ""]


def test_the_form_of_translations_has_texts_only():
    form = translation_form(file_schema(()))
    assert not {"rules", "rules_when", "dice", "roles", "renamed", "given"} & form["properties"].keys()
    texts = {"pieces", "maps", "boards", "kinds", "variants", "panels", "measures", "book", "texts", "nouns"}
    assert texts | {"lessons"} == form["properties"].keys()


def test_translations_are_part_of_the_pack():
    files = {"a.yaml": b"a", "languages/it.yaml": b"b"}
    assert digest_of_pack(files) != digest_of_pack({**files, "languages/it.yaml": b"c"})

"""docs/hooks.py: links that leave docs/, and the page of schemas. The site itself is built by .ci/run."""

from __future__ import annotations

import logging
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import pytest
from conftest import ROOT

pytest.importorskip("mkdocs", reason="needs the extra docs")


@pytest.fixture(scope="module")
def hooks() -> ModuleType:
    spec = spec_from_file_location("docs_hooks", ROOT / "docs" / "hooks.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


HERE = "https://example.org/us/it"
LINKS = [
    # page, link, on the site, with an address of the repository
    ("games.md", "[a](training.md#example)", "[a](training.md#example)", None),
    ("games.md", "[a](#the-rules)", "[a](#the-rules)", None),
    ("games.md", "[a](https://example.org)", "[a](https://example.org)", None),
    ("multi_turn/README.md", "[a](../relay.md)", "[a](../relay.md)", None),
    ("index.md", "![a](docs/images/game.webp)", "![a](images/game.webp)", None),
    ("index.md", "[a](docs/scoring.md#what)", "[a](scoring.md#what)", None),
    ("scoring.md", "[a](../CONTRIBUTING.md#code)", "[a](contributing.md#code)", None),
    ("submitting.md", "[a](../docs/referee.md)", "[a](referee.md)", None),
    ("multi_turn/README.md", "[a](../../submissions/README.md)", "[a](../submitting.md)", None),
    ("measuring.md", "[a](../schemas/core/suite.schema.json)", "[a](schemas.md#core-suite)", None),
    ("games.md", "[a](../turtlesoup_bench)", "a (`turtlesoup_bench`)", f"[a]({HERE}/tree/main/turtlesoup_bench)"),
    ("games.md", "[`Makefile`](../Makefile)", "`Makefile`", f"[`Makefile`]({HERE}/blob/main/Makefile)"),
    ("glossary.md", "`[words](fact)`", "`[words](fact)`", None),
    ("glossary.md", "```text\n[words](fact)\n```", "```text\n[words](fact)\n```", None),
]


@pytest.mark.parametrize(("page", "link", "on_site", "with_repository"), LINKS)
def test_links_lead_to_the_site_or_the_repository(
    hooks: ModuleType, page: str, link: str, on_site: str, with_repository: str | None
) -> None:
    assert hooks.site_links(link, page, None) == on_site
    assert hooks.site_links(link, page, f"{HERE}/") == (with_repository or on_site)


def test_a_dead_link_out_of_the_docs_warns(hooks: ModuleType, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "mkdocs.hooks"):
        hooks.site_links("[a](../no/such.py)", "games.md", None)
    assert "docs/games.md links to 'no/such.py', which does not exist" in caplog.text


def test_fields_are_listed_with_what_is_above_them(hooks: ModuleType) -> None:
    text = {"type": "string"}
    inner = {"type": "object", "properties": {"b": text}, "required": ["b"]}
    schema = {
        "properties": {
            "list": {"type": "array", "items": inner},
            "map": {"type": "object", "additionalProperties": text},
            "maybe": {"anyOf": [{"type": "null"}, inner]},
        },
        "required": ["map"],
    }
    assert [(name, is_required) for name, _, is_required in hooks.fields(schema)] == [
        ("list", False),
        ("list[].b", True),
        ("map", True),
        ("map.*", False),
        ("maybe", False),
        ("maybe.b", True),
    ]


def test_every_schema_and_definition_has_a_section(hooks: ModuleType) -> None:
    page = hooks.schemas_page()
    for path in (ROOT / "schemas").rglob("*.schema.json"):
        assert f"{{#{hooks.schema_anchor(path)}}}" in page
    assert "It adds to [Episode](#core-episode)." in page
    assert "| `usage` | null or [usage](#core-episode-usage) | " in page

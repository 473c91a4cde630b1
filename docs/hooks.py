"""What mkdocs.yml adds to docs/: pages from other folders, the page of schemas, and links that leave docs/."""

from __future__ import annotations

import json
import logging
import re
import tomllib
from collections.abc import Iterator
from html import escape
from pathlib import Path
from posixpath import normpath, relpath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
PAGES = {
    "README.md": "index.md",
    "README.zh.md": "zh.md",
    "CONTRIBUTING.md": "contributing.md",
    "submissions/README.md": "submitting.md",
}
"""Pages of other folders, and where they stand on the site."""
SCHEMAS = "schemas.md"
_SOURCES = {page: source for source, page in PAGES.items()}
_CODE_OR_LINK = re.compile(r"^```.*?^```|`[^`\n]*`|\[(?P<text>[^\[\]]*)\]\((?P<link>[^)\s]+)\)", re.S | re.M)
_log = logging.getLogger("mkdocs.hooks")  # where a warning ends a strict build


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages that do not lie in docs/."""
    for source, page in PAGES.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    files.append(File.generated(config, SCHEMAS, content=schemas_page()))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Points the links of a page to where their targets stand on the site."""
    uri = page.file.src_uri
    return markdown if uri == SCHEMAS else site_links(markdown, uri, repository())


def repository() -> str | None:
    """Address of the repository in pyproject.toml; None if there is none."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    address: str | None = project.get("urls", {}).get("Repository")
    return address


def site_links(markdown: str, page: str, repository: str | None) -> str:
    """The Markdown of a page with the links to files turned into links that work on the site.

    Args:
        markdown: The page, with links as in the repository.
        page: Where it stands on the site, such as ``multi_turn/README.md``.
        repository: Address of the repository, for files that have no page; None leaves their path as text.
    """
    source = _SOURCES.get(page, f"docs/{page}")

    def moved(match: re.Match[str]) -> str:
        text, link = match["text"], match["link"]
        if link is None or re.match(r"\w+:|#", link):
            return match[0]
        path, hash_sign, anchor = link.partition("#")
        target = normpath(f"{source}/../{path}")
        if target.startswith("schemas/") and target.endswith(".json"):
            on_site, hash_sign, anchor = SCHEMAS, "#", schema_anchor(ROOT / target)
        elif target in PAGES:
            on_site = PAGES[target]
        elif target.startswith("docs/") and Path(target).suffix in {".md", ".webp"}:
            on_site = target.removeprefix("docs/")
        else:
            return elsewhere(text, target)
        return f"[{text}]({relpath(on_site, Path(page).parent.as_posix())}{hash_sign}{anchor})"

    def elsewhere(text: str, target: str) -> str:
        if not (ROOT / target).exists():
            _log.warning("%s links to '%s', which does not exist", source, target)
        if repository:
            kind = "tree" if (ROOT / target).is_dir() else "blob"
            return f"[{text}]({repository.rstrip('/')}/{kind}/main/{target})"
        return text if text.strip("`") == target else f"{text} (`{target}`)"

    return _CODE_OR_LINK.sub(moved, markdown)


def schemas_page() -> str:
    """A page with the fields of each schema."""
    parts = [
        "# Schemas\n\nThe contracts of all files, as JSON Schema 2020-12 in `schemas/`. `a.b` is a field of an object, "
        "`a[].b` one of each item of a list, and `a.*` stands for any key.\n"
    ]
    folder = None
    for path in sorted((ROOT / "schemas").glob("*/*.schema.json")):
        if path.parent.name != folder:
            folder = path.parent.name
            parts.append(f"## {folder.replace('_', ' ').capitalize()}\n")
        parts.append(_section(path))
    return "\n".join(parts)


def schema_anchor(path: Path) -> str:
    """The anchor of a schema's section on the page of schemas."""
    return f"{path.parent.name}-{path.name.removesuffix('.schema.json')}".replace("_", "-")


def fields(schema: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Name, schema and whether it is required of each field, depth first; references are not followed."""
    for part in (schema, *schema.get("anyOf", ()), schema.get("then", {})):
        inner = [
            (f"{prefix}.{name}".lstrip("."), field, name in part.get("required", ()))
            for name, field in part.get("properties", {}).items()
        ]
        if isinstance(part.get("additionalProperties"), dict):
            inner.append((f"{prefix}.*".lstrip("."), part["additionalProperties"], False))
        for name, field, is_required in inner:
            yield name, field, is_required
            yield from fields(field, name)
        if "items" in part:
            yield from fields(part["items"], f"{prefix}[]")


def _section(path: Path) -> str:
    schema = json.loads(path.read_text(encoding="utf-8"))
    anchor = schema_anchor(path)
    bases = [_reference(part["$ref"], path) for part in schema.get("allOf", ()) if "$ref" in part]
    base = f" It adds to {' and '.join(bases)}." if bases else ""
    parts = [f"### {schema['title']} {{#{anchor}}}\n\n{_text(schema)}{base} (`{path.relative_to(ROOT).as_posix()}`)\n"]
    parts.append(_table(schema, path))
    for name, definition in schema.get("$defs", {}).items():
        parts.append(f"#### {name} {{#{anchor}-{name}}}\n\n{_text(definition)} Type: {_type(definition, path)}.\n")
        parts.append(_table(definition, path))
    return "\n".join(parts)


def _table(schema: dict[str, Any], path: Path) -> str:
    rows = [
        f"| `{name}` | {_type(field, path)} | {'yes' if is_required else ''} | {_text(field)} |"
        for name, field, is_required in fields(schema)
    ]
    return "\n".join(["| field | type | required | what |", "|---|---|---|---|", *rows, ""]) if rows else ""


def _text(schema: dict[str, Any]) -> str:
    return re.sub(r"[|*\[\]]", r"\\\g<0>", escape(schema.get("description", ""), quote=False))


def _type(schema: dict[str, Any], path: Path) -> str:
    if "$ref" in schema:
        return _reference(schema["$ref"], path)
    if "anyOf" in schema:
        return " or ".join(_type(part, path) for part in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return ", ".join(f"`{json.dumps(value)}`" for value in schema.get("enum", [schema.get("const")]))
    kinds = schema.get("type", "any")
    name = kinds if isinstance(kinds, str) else " or ".join(kinds)
    if isinstance(schema.get("items"), dict):
        name = name.replace("array", f"array of {_type(schema['items'], path)}")
    limits = [f"{sign} {schema[key]}" for key, sign in (("minimum", "≥"), ("maximum", "≤")) if key in schema]
    return " ".join([name, ", ".join(limits)]).rstrip()


def _reference(reference: str, path: Path) -> str:
    file, _, pointer = reference.partition("#")
    target = (path.parent / file).resolve() if file else path
    anchor = schema_anchor(target)
    if pointer:
        name = pointer.rpartition("/")[2]
        return f"[{name}](#{anchor}-{name})"
    return f"[{json.loads(target.read_text(encoding='utf-8'))['title']}](#{anchor})"

"""Prompts are files; values are data.

A prompt is ``<folder>/<language>/<name>.md.j2`` with two Jinja blocks, ``system`` and ``user``. Text that a player, a
model or a story wrote reaches a prompt only through the ``data`` filter: one JSON value between tags, in which neither
a tag nor a quote can be closed from inside.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from jinja2 import Environment, Template

_SYSTEM = re.compile(r"{%-?\s*block system\s*-?%}(.*?){%-?\s*endblock", re.DOTALL)
_TAG = re.compile(r"{[{%#].*?[}%#]}", re.DOTALL)
_ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


_RENDERING = b"2"
"""Changes with what `PromptSet.render` makes of the same files."""


class Message(TypedDict):
    """One chat message, in OpenAI's form: its content is a text, or a list of parts, texts and images."""

    role: str
    content: Any


def message_text(message: Message) -> str:
    """The words of a message, without its images."""
    content = message["content"]
    return content if isinstance(content, str) else "\n\n".join(part.get("text", "") for part in content)


@dataclass(frozen=True, slots=True)
class PromptName:
    """What a prompt is called.

    Attributes:
        task: Its set and its file, such as ``responder/answer``.
        language: Such as ``en``.
    """

    task: str
    language: str


class Prompt:
    """A prompt with its values; each message is rendered when it is asked for.

    Args:
        template: With the blocks ``system`` and ``user``.
        values: Everything that the template names.
    """

    def __init__(self, template: Template, values: dict[str, Any]):
        self._blocks = template.blocks
        self._context = template.new_context(values)

    @property
    def system(self) -> str:
        """The text of the system message."""
        return self._render("system")

    @property
    def user(self) -> str:
        """The text of the user message."""
        return self._render("user")

    def _render(self, block: str) -> str:
        return "".join(self._blocks[block](self._context)).strip()


class PromptSet:
    """The prompts of one part of the project.

    Args:
        name: What the prompts belong to, such as ``responder``.
        folder: Folder with one subfolder a language.
    """

    def __init__(self, name: str, folder: Path):
        self.name = name
        self.folder = folder
        _SETS.append(self)

    @cached_property
    def _environment(self) -> Environment:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined

        environment = Environment(
            loader=FileSystemLoader(self.folder),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            autoescape=False,
            auto_reload=False,
        )
        environment.filters["data"] = as_data
        return environment

    @cached_property
    def version(self) -> str:
        """First 12 hex digits of the SHA-256 over the prompt files and how they are rendered."""
        digest = hashlib.sha256(_RENDERING)
        for path in sorted(self.folder.rglob("*.md.j2")):
            digest.update(path.relative_to(self.folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()[:12]

    def prompt(self, prompt: str, language: str, **values: Any) -> Prompt:
        """A prompt with its values; see `render`."""
        return Prompt(self._environment.get_template(f"{language}/{prompt}.md.j2"), values)

    def render(self, prompt: str, language: str, **values: Any) -> list[Message]:
        """The system and the user message of a prompt.

        Args:
            prompt: File name without its ending.
            language: ``en`` or ``zh``.
            **values: Everything the template names.

        Raises:
            jinja2.UndefinedError: If the template names a value that was not given.
        """
        rendered = self.prompt(prompt, language, **values)
        return [
            {"role": "system", "content": rendered.system},
            {"role": "user", "content": rendered.user},
        ]

    @cached_property
    def outlines(self) -> list[tuple[str, str, PromptName]]:
        """Of each prompt, how its system message begins and ends whatever its values are."""
        outlines = []
        for path in sorted(self.folder.glob("*/*.md.j2")):
            system = _SYSTEM.search(path.read_text(encoding="utf-8"))
            parts = _TAG.split(system[1] if system else "")
            name = PromptName(f"{self.name}/{path.name.removesuffix('.md.j2')}", path.parent.name)
            outlines.append((parts[0].strip(), parts[-1].strip(), name))
        return outlines


_SETS: list[PromptSet] = []
"""All that exist in this process."""


def find_prompt(messages: Sequence[Message]) -> PromptName | None:
    """The prompt that a chat begins with; None if it is none of those that this process has loaded.

    Nothing in a prompt says what it is called, so that models are shown what they are asked and nothing else: it is
    found by how its system message begins and ends.
    """
    system = messages[0]["content"] if messages else None
    if not isinstance(system, str):
        return None
    best, size = None, 0
    for first, last, name in (outline for prompts in _SETS for outline in prompts.outlines):
        if len(first) + len(last) > size and system.startswith(first) and system.endswith(last):
            best, size = name, len(first) + len(last)
    return best


_json = json.JSONEncoder(ensure_ascii=False).encode
_KEPT_TEXTS = 50_000
"""Texts whose form in a prompt is kept: a game says each of them again in every prompt that follows."""


def as_data(value: object) -> str:
    """One JSON value that cannot break out of the tags around it.

    A list is laid out one element a line, so that a list which grew by one element keeps its beginning and a
    provider's prompt cache goes on hitting.
    """
    bool(value)  # a value that the template was not given complains here, as StrictUndefined does on any use
    if isinstance(value, Sequence) and not isinstance(value, str):
        inner = ",\n".join(_encode(item) for item in value)
        return f"[\n{inner}\n]" if inner else "[]"
    return _encode(value)


def visible(text: str) -> str:
    """The text without characters that a reader cannot see: control and format characters, tags, bidi marks."""
    if text.isprintable():  # nearly always, and a thousand times faster than looking at each character
        return text
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cf", "Co", "Cs"))


def _encode(value: object) -> str:
    if isinstance(value, str):
        return _encode_text(value)
    # What is equal must also look equal: 1 and True are equal, and texts are equal only to texts.
    if isinstance(value, dict) and all(isinstance(item, str) for item in value.values()):
        return _encode_texts(tuple(value.items()))
    return _encoded(value)


@lru_cache(_KEPT_TEXTS)
def _encode_text(text: str) -> str:
    return _encoded(text)


@lru_cache(_KEPT_TEXTS)
def _encode_texts(items: tuple[tuple[str, str], ...]) -> str:
    return _encoded(dict(items))


def _encoded(value: object) -> str:
    text = _json(value)
    if "\\" in text or not text.isprintable():  # seldom: something was escaped, or cannot be seen
        text = _json(_visible(value))
    if "<" in text or ">" in text or "&" in text:  # looked for at a tenth of what it takes to translate
        return text.translate(_ESCAPES)
    return text


def _visible(value: object) -> object:
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {key: _visible(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_visible(item) for item in value]
    return value

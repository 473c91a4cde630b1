"""Replies with reasoning in their text, by class: what each is read as."""

from __future__ import annotations

import pytest

from turtlesoup_bench.models.reasoning import read_reply

BLOCKS = [
    ("<think>He may be dead.</think>Yes", "Yes"),
    ("\n <think>\nHe may be dead.\n</think>\n\nYes\n", "Yes"),
    ("<think></think>Yes", "Yes"),
    ("<thinking>hm</thinking>Yes", "Yes"),
    ("<reasoning>hm</reasoning>Yes", "Yes"),
    ("<thought>hm</thought>Yes", "Yes"),
    ("<THINK>hm</THINK>Yes", "Yes"),
    ("<think>他死了吗？</think>是", "是"),
    ("<think>one</think>\n<think>two</think>\nYes", "Yes"),
    ("<think>one</think>Yes\n<think>two</think>", "Yes"),
    ("Let me see.\n<think>hm</think>\nYes", "Let me see.\n\nYes"),
    ("<think>no</think>No\n<thinking>but then</thinking>", "No"),
    ("<think>the word </think> ends it</think>Yes", "Yes"),
    ('<think>so: {"a": 1}</think>{"a": 2}', '{"a": 2}'),
]
CUT_OFF = [
    ("<think>The question is whether", ""),
    ("<think>\nIs he dead? Yes\n\nNo", ""),
    ("<Thinking>hm", ""),
    ("<think>one</think>\n<think>two", ""),
    ("Yes\n<think>or rather", "Yes"),
    ("<think>hm</think>", ""),
    ("He may be dead.\n</think>\n", ""),
]
WITHOUT_OPENING = [
    ("He may be dead.\n</think>\n\nYes", "Yes"),
    ("He may be dead.</think>Yes", "Yes"),
    ("</think>Yes", "Yes"),
    ("He may be dead.</THINKING>Yes", "Yes"),
    ("他死了。</think>是", "是"),
    ("one</think>two</think>Yes", "Yes"),
    ('So it is "yes"</think>Yes', "Yes"),
    ('So it is yes</think>"Yes"', '"Yes"'),
    ('So it is yes.</think>{"similarity": 1}', '{"similarity": 1}'),
]
MENTIONS = [
    'A note saying "</think>" was found.',
    "字条上写着「</think>」。",
    "The tags <think> and </think> were on the wall.",
    "He wrote <think> on the wall.",
    '{"conclusion": "He wrote </think> on the wall."}',
    '{"conclusion": "He wrote <think>no</think> on the wall."}',
    '```json\n{"conclusion": "He wrote </think> on the wall."}\n```',
    '["He wrote </think> there"]',
    "Is the rethink> a word?",
]
NONE = [("Yes", "Yes"), (" Yes \n", "Yes"), ("", ""), (None, ""), (" \n", "")]


@pytest.mark.parametrize(
    ("content", "text"), [*BLOCKS, *CUT_OFF, *WITHOUT_OPENING, *NONE, *((mention, mention) for mention in MENTIONS)]
)
def test_the_text_without_its_reasoning(content: str | None, text: str) -> None:
    assert read_reply({"content": content}, "stop")[0] == text


def test_what_a_content_filter_stopped_is_no_reply() -> None:
    assert read_reply({"content": "Yes, and then he"}, "content_filter")[0] == ""


def test_a_long_reply_is_read_at_once() -> None:
    assert read_reply({"content": "<think>\n" * 200_000}, "length")[0] == ""
    assert read_reply({"content": "</think>" * 200_000 + "Yes"}, "stop")[0] == "Yes"


APART = [
    ({"content": "<think>hm</think>Yes"}, "hm"),
    ({"content": "<think>\none\n</think>Yes\n<think>two</think>"}, "one\n\ntwo"),
    ({"content": "He may be dead.\n</think>\nYes"}, "He may be dead."),
    ({"content": "<think>The question is whether"}, "The question is whether"),
    ({"content": "Yes", "reasoning_content": " hm\n"}, "hm"),
    ({"content": "Yes", "reasoning": "hm"}, "hm"),
    ({"content": "<think>two</think>Yes", "reasoning_content": "one"}, "one\n\ntwo"),
    ({"content": "Yes", "thinking_blocks": [{"thinking": "one"}, {"data": "x"}, {"thinking": "two"}]}, "one\n\ntwo"),
    ({"content": "Yes", "reasoning_content": "one", "thinking_blocks": [{"thinking": "one"}]}, "one"),
    ({"content": None, "reasoning_content": None}, ""),
    ({"content": "Yes", "reasoning": {"effort": "low"}}, ""),
    ({"content": 'It ends with "</think>", he said.'}, ""),
]


@pytest.mark.parametrize(("message", "reasoning"), APART)
def test_what_was_thought_is_kept_apart(message: dict[str, object], reasoning: str) -> None:
    assert read_reply(message, "stop")[1] == reasoning

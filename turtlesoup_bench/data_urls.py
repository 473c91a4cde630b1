"""Bytes as ``data:`` addresses, which pages and chat messages hold."""

from __future__ import annotations

from base64 import b64encode


def data_url(content: bytes, media_type: str) -> str:
    """The address that holds the bytes itself, of a media type such as ``image/webp``."""
    return f"data:{media_type};base64,{b64encode(content).decode()}"

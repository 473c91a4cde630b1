"""The scripts of examples/train on what the exports wrote, with tiny models with random weights, on the CPU."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from statistics import fmean
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest
from conftest import ROOT
from datasets import Dataset, load_dataset

from turtlesoup_bench.games.murder_mystery.rewards import advantages, text_of
from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.training.parquet import write_parquet
from turtlesoup_bench.training.rewarded import first_decisions
from turtlesoup_bench.training.supervised import right_replies

if TYPE_CHECKING:
    import torch

NEEDED = "pip install -e '.[train]'"
if not (find_spec("trl") and find_spec("peft")):
    pytest.skip(NEEDED, allow_module_level=True)

pytestmark = pytest.mark.filterwarnings("ignore")  # those of trl, peft and transformers, which are many
QUESTIONS = find_game("murder-mystery-questions")
TEXTS = ({"languages": ["en"], "kinds": ["text_rich"], "limit": 24}, {"images": "captions"})
PICTURES = ({"languages": ["en"], "kinds": ["text_rich", "long_script"], "limit": 8}, {})


@pytest.fixture(scope="module", autouse=True)
def tiny() -> ModuleType:
    """The module of tiny models, imported, as torch is, by the process that runs these tests alone."""
    import tiny_models
    import torch

    # Matrices this small gain nothing from a second thread, and threads of several workers wait for one another.
    torch.set_num_threads(1)
    return tiny_models


def script(name: str) -> ModuleType:
    """A script, as a module."""
    spec = spec_from_file_location(f"example_{name}", ROOT / "examples" / "train" / f"{name}.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rows_of(folder: Path) -> Dataset:
    return load_dataset(str(folder), split="train", cache_dir=str(folder.parent / "cache"))


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the exports ``sft`` and ``grpo`` of questions without pictures."""
    return exported(tmp_path_factory.mktemp("texts"), *TEXTS, has_images=False)


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same of questions with and without pictures."""
    return exported(tmp_path_factory.mktemp("pictures"), *PICTURES, has_images=True)


def exported(folder: Path, selection: dict, options: dict, *, has_images: bool) -> Path:
    chosen = QUESTIONS, selection, options
    assert write_parquet(partial(right_replies, *chosen), folder / "sft").has_images is has_images
    write_parquet(partial(first_decisions, *chosen), folder / "grpo", QUESTIONS.training.columns)
    return folder


def grpo_trainer(data: Dataset, model: Path, out: Path, reward: Callable[..., Sequence[float]], **changed: Any) -> Any:
    settings = {"rank": 8, "steps": 2, "rate": 0.1, "group": 8, "prompts": 1, "tokens": 8, "epsilon": 0.2}
    return script("grpo").make_trainer(data, str(model), out, reward=reward, **settings | changed)


def logged(trainer: Any, name: str) -> list[float]:
    return [entry[name] for entry in trainer.state.log_history if name in entry]


def adapters(trainer: Any) -> dict[str, torch.Tensor]:
    return {name: value.clone() for name, value in trainer.model.named_parameters() if value.requires_grad}


def test_supervised_training_learns_the_right_form_and_grpo_goes_on_from_it(
    tiny: ModuleType, texts: Path, tmp_path: Path
) -> None:
    tiny.write_language_model(tmp_path / "model", rows_of(texts / "sft"), spread=0.5)
    sft = script("sft")
    trainer = sft.make_trainer(
        texts / "sft", str(tmp_path / "model"), tmp_path / "checkpoints", rank=8, steps=12, rate=0.05, batch=2
    )
    trainer.train()
    losses = logged(trainer, "loss")
    assert len(losses) == 12
    assert fmean(losses[-3:]) < 0.7 * fmean(losses[:3])
    common = ("--steps", "2", "--rank", "4")
    given = [str(texts / "sft"), "--model", str(tmp_path / "model"), "--out", str(tmp_path / "sft")]
    sft.main([*given, *common, "--batch", "2"])
    small = ("--group", "4", "--prompts", "1", "--tokens", "8")
    model, out = str(tmp_path / "sft"), str(tmp_path / "grpo")
    script("grpo").main([str(texts / "grpo"), "--model", model, "--out", out, *common, *small])
    from safetensors.torch import load_file

    before, after = (load_file(tmp_path / name / "model.safetensors") for name in ("model", "sft"))
    assert before.keys() == after.keys() == load_file(tmp_path / "grpo" / "model.safetensors").keys()
    assert any(not before[name].equal(after[name]) for name in before)


def test_only_the_reply_is_learnt(tiny: ModuleType, texts: Path, tmp_path: Path) -> None:
    tiny.write_language_model(tmp_path / "model", rows_of(texts / "sft"))
    trainer = script("sft").make_trainer(
        texts / "sft", str(tmp_path / "model"), tmp_path, rank=4, steps=1, rate=1e-4, batch=1
    )
    row = rows_of(texts / "sft")[0]
    batch = trainer.data_collator([trainer.train_dataset[0]])
    learnt = batch["labels"][batch["labels"] != -100]
    assert trainer.processing_class.decode(learnt).startswith(row["completion"][0]["content"])
    assert len(learnt) < 20 < len(batch["labels"][0])


def prefers(completion_ids: Sequence[Sequence[int]]) -> list[float]:
    """The share of a reply's tokens that are of the first half of the vocabulary: half, where nothing is preferred."""
    from tiny_models import VOCABULARY

    return [fmean(token < VOCABULARY // 2 for token in ids) for ids in completion_ids]


def test_a_dense_reward_rises(tiny: ModuleType, texts: Path, tmp_path: Path) -> None:
    tiny.write_language_model(tmp_path / "model", rows_of(texts / "sft"), spread=0.5)
    # The first words alone: what a step costs grows with the prompt, and the reward does not look at it.
    brief = rows_of(texts / "grpo").map(
        lambda row: {"prompt": [{"role": "user", "content": row["prompt"][-1]["content"][:80]}]}
    )
    trainer = grpo_trainer(
        brief,
        tmp_path / "model",
        tmp_path,
        lambda completion_ids, **_: prefers(completion_ids),
        steps=40,
        group=16,
        tokens=2,
    )
    trainer.train()
    rewards = logged(trainer, "reward")
    assert len(rewards) == 40
    # A step's mean is over 32 tokens, so that of five steps has a standard error of 0.04 by chance. With two tokens a
    # reply, credit reaches the right one: four seeds began at 0.47 to 0.64 and gained 0.36 to 0.51.
    assert 0.35 < fmean(rewards[:5]) < 0.65
    assert fmean(rewards[-5:]) > fmean(rewards[:5]) + 0.25


@pytest.mark.parametrize("reward", [0.7, 1.2])
def test_equal_rewards_give_no_advantage_and_change_nothing(
    tiny: ModuleType, texts: Path, tmp_path: Path, reward: float
) -> None:
    tiny.write_language_model(tmp_path / "model", rows_of(texts / "sft"), spread=0.5)
    trainer = grpo_trainer(
        rows_of(texts / "grpo"), tmp_path / "model", tmp_path, lambda completions, **_: [reward] * len(completions)
    )
    before = adapters(trainer)
    trainer.train()
    assert logged(trainer, "reward") == pytest.approx([reward] * 2, abs=1e-3)
    assert logged(trainer, "frac_reward_zero_std") == [1.0, 1.0]
    assert logged(trainer, "grad_norm") == [0.0, 0.0]
    after = adapters(trainer)
    assert before and all(before[name].equal(after[name]) for name in before)
    assert advantages([reward] * 8) == [0.0] * 8


def test_the_reward_gets_the_columns_of_its_own_prompt(tiny: ModuleType, texts: Path, tmp_path: Path) -> None:
    """And pays for right replies what equation 2 says."""
    tiny.write_language_model(tmp_path / "model", rows_of(texts / "sft"))
    by_prompt = {json.dumps(row["prompt"]): row for row in rows_of(texts / "grpo")}
    paid = []

    def checking(completions: Sequence[Any], prompts: Sequence[Any], **columns: Any) -> list[float]:
        for number, prompt in enumerate(prompts):
            row = by_prompt[json.dumps(prompt)]
            assert all(columns[name][number] == row[name] for name in QUESTIONS.training.columns)
        assert all(isinstance(text_of(completion), str) for completion in completions)
        right = [[{"role": "assistant", "content": json.dumps({"answer": one})}] for one in columns["answer"]]
        paid.extend(QUESTIONS.training.reward(right, **columns))
        return list(QUESTIONS.training.reward(completions, **columns))

    grpo_trainer(rows_of(texts / "grpo"), tmp_path / "model", tmp_path, checking, group=4, prompts=2).train()
    # 2 steps of 2 prompts with 4 replies each: right, and of the right form; no picture is named
    assert paid == pytest.approx([1.1] * 16)


@pytest.mark.parametrize("kind", ["llava", "qwen_vl"])
def test_a_model_that_sees_is_trained_on_the_pictures(
    tiny: ModuleType, pictures: Path, tmp_path: Path, kind: str
) -> None:
    if kind == "qwen_vl":
        pytest.importorskip("torchvision", reason="torchvision, without which Qwen2.5-VL has no processor")
    rows = rows_of(pictures / "sft")
    getattr(tiny, f"write_{kind}")(tmp_path / "model", rows)
    trainer = script("sft").make_trainer(
        pictures / "sft", str(tmp_path / "model"), tmp_path / "sft", rank=4, steps=2, rate=1e-3, batch=2
    )
    seen = next(number for number, row in enumerate(rows) if row["images"])
    unseen = next(number for number, row in enumerate(rows) if not row["images"])
    for number in (seen, unseen):
        batch = trainer.data_collator([trainer.train_dataset[number]])
        assert ("pixel_values" in batch) is (number == seen)
        learnt = batch["labels"][batch["labels"] != -100]
        reply = rows[number]["completion"][0]["content"][0]["text"]
        assert trainer.processing_class.tokenizer.decode(learnt).startswith(reply)
    trainer.train()
    assert len(logged(trainer, "loss")) == 2
    trainer = grpo_trainer(
        rows_of(pictures / "grpo"),
        tmp_path / "model",
        tmp_path / "grpo",
        lambda completion_ids, **_: prefers(completion_ids),
        group=4,
        prompts=2,  # so that the two steps see all rows
    )
    trainer.train()
    assert all(0 < reward < 1 for reward in logged(trainer, "reward"))
    assert all(norm > 0 for norm in logged(trainer, "grad_norm"))

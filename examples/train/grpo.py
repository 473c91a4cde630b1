"""GRPO with LoRA and without KL, on what ``turtlesoup export grpo`` wrote: ``python grpo.py DATA --model SFT``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import torch
from datasets import Dataset, load_dataset
from peft import LoraConfig
from trl import GRPOConfig, GRPOTrainer

from turtlesoup_bench.games.registry import find_game

Reward = Callable[..., Sequence[float]]


def exact(reward: Reward) -> Reward:
    """The reward rounded to 1/1024, so that sums of a group are exact in float32.

    Otherwise the mean of equal rewards, such as 1.2, may differ from them in the last digit, and TRL would make
    advantages of that where there are none.
    """

    @wraps(reward)
    def rounded(*arguments: Any, **columns: Any) -> list[float]:
        return [round(1024 * value) / 1024 for value in reward(*arguments, **columns)]

    return rounded


def make_trainer(
    data: Dataset,
    model: str,
    out: Path,
    *,
    reward: Reward,
    rank: int,
    steps: int,
    rate: float,
    group: int,
    prompts: int,
    tokens: int,
    epsilon: float,
) -> GRPOTrainer:
    """The trainer of a model.

    Args:
        data: What the export made.
        model: Name on the Hub, or folder, of a language model, or of a vision-language model if there are images.
        out: Folder for checkpoints.
        reward: Takes the columns of the data; of the games that come with it, one of
            `turtlesoup_bench.games.murder_mystery.rewards`.
        rank: Of LoRA.
        steps: Optimizer steps.
        rate: Learning rate.
        group: Replies a prompt, G of the paper.
        prompts: Prompts a step.
        tokens: Longest reply.
        epsilon: How far the ratio of probabilities may leave 1.
    """
    has_gpu = torch.cuda.is_available()
    config = GRPOConfig(
        output_dir=str(out),
        max_steps=steps,
        learning_rate=rate,
        num_generations=group,
        per_device_train_batch_size=group,
        gradient_accumulation_steps=prompts,
        steps_per_generation=1,  # a prompt at a time, as TRL cannot mix those with and without images
        max_completion_length=tokens,
        epsilon=epsilon,
        beta=0.0,  # no KL
        importance_sampling_level="sequence",  # one ratio a reply, as in equation 4
        loss_type="grpo",  # the mean over replies
        bf16=has_gpu,
        use_cpu=not has_gpu,
        model_init_kwargs={"dtype": "bfloat16" if has_gpu else "float32"},
        logging_steps=1,
        save_strategy="no",
        report_to="none",
        seed=42,
    )
    return GRPOTrainer(
        model=model,
        args=config,
        reward_funcs=exact(reward),
        train_dataset=data,
        peft_config=LoraConfig(r=rank, lora_alpha=2 * rank, target_modules="all-linear", task_type="CAUSAL_LM"),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains with the reward function of the game that the data are of, and writes the model, LoRA merged into it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--model", default="sft")
    parser.add_argument("--out", type=Path, default=Path("grpo"))
    parser.add_argument("--rank", type=int, default=16)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=1e-5)
    parser.add_argument("--group", type=int, default=8)
    parser.add_argument("--prompts", type=int, default=4)
    parser.add_argument("--tokens", type=int, default=512)
    parser.add_argument("--epsilon", type=float, default=0.2)
    given = vars(parser.parse_args(arguments))
    data = load_dataset(str(given.pop("data")), split="train")
    trainer = make_trainer(data, reward=find_game(data[0]["game"]).training.reward, **given)
    trainer.train()
    trainer.model.merge_and_unload().save_pretrained(given["out"])
    trainer.processing_class.save_pretrained(given["out"])


if __name__ == "__main__":
    main()

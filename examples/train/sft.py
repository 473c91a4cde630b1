"""Supervised training with LoRA, on what ``turtlesoup export sft`` wrote: ``python sft.py DATA --out MODEL``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch
from datasets import load_dataset
from peft import LoraConfig
from trl import SFTConfig, SFTTrainer

CONTEXT = 65_536
"""Tokens of prompt and reply, as in the paper; TRL's own default of 1,024 would cut prompts within an image."""


def make_trainer(data: Path, model: str, out: Path, *, rank: int, steps: int, rate: float, batch: int) -> SFTTrainer:
    """The trainer of a model.

    Args:
        data: Folder that the export made.
        model: Name on the Hub, or folder, of a language model, or of a vision-language model if there are images.
        out: Folder for checkpoints.
        rank: Of LoRA.
        steps: Optimizer steps.
        rate: Learning rate.
        batch: Rows a step; each is computed by itself, so that memory is that of the longest one.
    """
    has_gpu = torch.cuda.is_available()
    config = SFTConfig(
        output_dir=str(out),
        max_length=CONTEXT,
        max_steps=steps,
        learning_rate=rate,
        per_device_train_batch_size=1,
        gradient_accumulation_steps=batch,
        bf16=has_gpu,
        use_cpu=not has_gpu,
        model_init_kwargs={"dtype": "bfloat16" if has_gpu else "float32"},
        logging_steps=1,
        save_strategy="no",
        report_to="none",
        seed=42,
    )
    return SFTTrainer(
        model=model,
        args=config,
        train_dataset=load_dataset(str(data), split="train"),
        peft_config=LoraConfig(r=rank, lora_alpha=2 * rank, target_modules="all-linear", task_type="CAUSAL_LM"),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains, and writes the model with LoRA merged into it, for grpo.py to go on from."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--model", default="Qwen/Qwen2.5-VL-3B-Instruct")
    parser.add_argument("--out", type=Path, default=Path("sft"))
    parser.add_argument("--rank", type=int, default=16)
    parser.add_argument("--steps", type=int, default=1_000)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--batch", type=int, default=16)
    given = vars(parser.parse_args(arguments))
    trainer = make_trainer(**given)
    trainer.train()
    trainer.model.merge_and_unload().save_pretrained(given["out"])
    trainer.processing_class.save_pretrained(given["out"])


if __name__ == "__main__":
    main()

"""Language models with few weights, drawn at random, with tokenizer and chat template: nothing is fetched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from datasets import Dataset
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import (
    CLIPVisionConfig,
    LlavaConfig,
    LlavaForConditionalGeneration,
    LlavaProcessor,
    PreTrainedTokenizerFast,
    Qwen2_5_VLConfig,
    Qwen2_5_VLForConditionalGeneration,
    Qwen2_5_VLProcessor,
    Qwen2Config,
    Qwen2ForCausalLM,
)
from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil
from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil

IMAGE = "<|image_pad|>"
SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|vision_start|>", "<|vision_end|>", IMAGE, "<|video_pad|>"]
VOCABULARY = 3_000
TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n"
    "{% if message.content is string %}{{ message.content }}{% else %}{% for part in message.content %}"
    "{% if part.type == 'image' %}<|vision_start|><|image_pad|><|vision_end|>{% else %}{{ part.text }}{% endif %}"
    "{% endfor %}{% endif %}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
WIDTH: dict[str, Any] = {"hidden_size": 32, "intermediate_size": 64, "num_attention_heads": 2}


def tokenizer_of(rows: Dataset) -> PreTrainedTokenizerFast:
    """A tokenizer of the prompts of an export."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY,
        special_tokens=SPECIAL,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(_texts(rows), trainer)
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, eos_token="<|im_end|>", pad_token="<|endoftext|>", chat_template=TEMPLATE
    )


def _texts(rows: Dataset) -> Iterator[str]:
    for chat in rows["prompt"]:
        for message in chat:
            parts = [{"text": message["content"]}] if isinstance(message["content"], str) else message["content"]
            yield from (part["text"] for part in parts if part["text"])


def write_language_model(folder: Path, rows: Dataset, spread: float = 0.02) -> None:
    """A Qwen2 with random weights.

    Args:
        folder: Where it is written, as transformers reads it.
        rows: An export, of whose texts the tokenizer is made.
        spread: Standard deviation of the weights; at 0.5 it prefers some tokens to others before it has learnt any.
    """
    tokenizer = tokenizer_of(rows)
    torch.manual_seed(0)
    Qwen2ForCausalLM(_qwen2(tokenizer, initializer_range=spread)).save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def write_llava(folder: Path, rows: Dataset) -> None:
    """A LLaVA with random weights: images of 56 pixels, 16 tokens each."""
    tokenizer = tokenizer_of(rows)
    torch.manual_seed(0)
    config = LlavaConfig(
        text_config=_qwen2(tokenizer),
        vision_config=CLIPVisionConfig(**WIDTH, num_hidden_layers=2, image_size=56, patch_size=14),
        image_token_index=tokenizer.convert_tokens_to_ids(IMAGE),
    )
    LlavaForConditionalGeneration(config).save_pretrained(folder)
    LlavaProcessor(
        image_processor=CLIPImageProcessorPil(size={"height": 56, "width": 56}, crop_size=56),
        tokenizer=tokenizer,
        chat_template=TEMPLATE,
        image_token=IMAGE,
        patch_size=14,
        vision_feature_select_strategy="default",
        num_additional_image_tokens=1,
    ).save_pretrained(folder)


def write_qwen_vl(folder: Path, rows: Dataset) -> None:
    """A Qwen2.5-VL with random weights, whose processor needs torchvision."""
    from transformers import Qwen2VLVideoProcessor

    tokenizer = tokenizer_of(rows)
    torch.manual_seed(0)
    ids = dict(zip(SPECIAL, tokenizer.convert_tokens_to_ids(SPECIAL), strict=True))
    config = Qwen2_5_VLConfig(
        text_config={
            **WIDTH,
            "num_hidden_layers": 2,
            "num_key_value_heads": 1,
            "vocab_size": len(tokenizer),
            "max_position_embeddings": 8_192,
            "rope_parameters": {"rope_type": "default", "rope_theta": 10_000.0, "mrope_section": [2, 3, 3]},
            "bos_token_id": None,
            "eos_token_id": ids["<|im_end|>"],
            "pad_token_id": ids["<|endoftext|>"],
        },
        vision_config={
            "hidden_size": 32,
            "intermediate_size": 64,
            "num_heads": 2,
            "depth": 2,
            "out_hidden_size": 32,
            "fullatt_block_indexes": [1],
        },
        image_token_id=ids[IMAGE],
        video_token_id=ids["<|video_pad|>"],
        vision_start_token_id=ids["<|vision_start|>"],
        vision_end_token_id=ids["<|vision_end|>"],
    )
    Qwen2_5_VLForConditionalGeneration(config).save_pretrained(folder)
    Qwen2_5_VLProcessor(
        image_processor=Qwen2VLImageProcessorPil(min_pixels=28 * 28, max_pixels=112 * 112),
        tokenizer=tokenizer,
        video_processor=Qwen2VLVideoProcessor(),
        chat_template=TEMPLATE,
    ).save_pretrained(folder)


def _qwen2(tokenizer: PreTrainedTokenizerFast, **more: Any) -> Qwen2Config:
    return Qwen2Config(
        **WIDTH,
        **more,
        num_hidden_layers=2,
        num_key_value_heads=1,
        vocab_size=len(tokenizer),
        max_position_embeddings=8_192,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )

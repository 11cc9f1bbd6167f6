# Queries and keys of every layer before and after rotation, from a model of Hugging Face transformers.
#   pip install torch transformers safetensors
#   python capture.py MODEL "some text of a few dozen words"
#   rope-explorer check --before before.safetensors --after after.safetensors --axes bhtd --expect MODEL/config.json
# This program was not run where RoPE Explorer is tested: Debian has no package of transformers. It needs a model whose
# code calls a function apply_rotary_pos_emb(q, k, cos, sin, ...), as those of the Llama kind do.
import importlib
import sys

import torch
from safetensors.torch import save_file
from transformers import AutoModelForCausalLM, AutoTokenizer

name, text = sys.argv[1], sys.argv[2]
tokenizer = AutoTokenizer.from_pretrained(name)
model = AutoModelForCausalLM.from_pretrained(name, torch_dtype=torch.float32)
code = importlib.import_module(type(model).__module__)
turn = code.apply_rotary_pos_emb
before, after = {}, {}


def capture(q, k, *rest, **named):
    turned_q, turned_k = turn(q, k, *rest, **named)
    layer = len(before) // 2
    for store, queries, keys in ((before, q, k), (after, turned_q, turned_k)):
        store[f"layers.{layer}.q"] = queries.detach().contiguous().clone()
        store[f"layers.{layer}.k"] = keys.detach().contiguous().clone()
    return turned_q, turned_k


code.apply_rotary_pos_emb = capture
with torch.no_grad():
    model(**tokenizer(text, return_tensors="pt"), use_cache=False)
save_file(before, "before.safetensors")
save_file(after, "after.safetensors")
print(len(before) // 2, "layers; shapes are (batch, heads, tokens, channels):", tuple(before["layers.0.q"].shape))

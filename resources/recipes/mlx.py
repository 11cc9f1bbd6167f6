# Queries and keys of every layer before and after rotation, from MLX (mlx-lm).
#   pip install mlx mlx-lm
#   python capture.py MODEL "some text of a few dozen words"
#   rope-explorer check --before before.safetensors --after after.safetensors --axes bhtd --expect MODEL/config.json
# This program was not run where RoPE Explorer is tested: MLX runs on Apple's machines. It needs a model whose layers
# have self_attn.rope, called with the queries and then with the keys.
import sys

import mlx.core as mx
from mlx_lm import load

name, text = sys.argv[1], sys.argv[2]
model, tokenizer = load(name)
before, after = {}, {}


class Capture:
    def __init__(self, rope, layer):
        self.rope, self.layer, self.calls = rope, layer, 0

    def __call__(self, x, *rest, **named):
        turned = self.rope(x, *rest, **named)
        part = "qk"[self.calls % 2]
        self.calls += 1
        before[f"layers.{self.layer}.{part}"] = x.astype(mx.float32)
        after[f"layers.{self.layer}.{part}"] = turned.astype(mx.float32)
        return turned


for number, layer in enumerate(model.layers):
    if hasattr(layer, "self_attn") and hasattr(layer.self_attn, "rope"):
        layer.self_attn.rope = Capture(layer.self_attn.rope, number)
mx.eval(model(mx.array([tokenizer.encode(text)])))
mx.save_safetensors("before.safetensors", before)
mx.save_safetensors("after.safetensors", after)
print(len(before) // 2, "layers; shapes are (batch, heads, tokens, channels)")

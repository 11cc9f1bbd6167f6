# Queries and keys of every layer before and after rotation, from vLLM.
#   pip install vllm safetensors
#   python capture.py MODEL "some text of a few dozen words"
#   rope-explorer check --before before.safetensors --after after.safetensors --axes thd --expect MODEL/config.json
# This program was not run where RoPE Explorer is tested: it wants an accelerator. It looks at the modules of the class
# RotaryEmbedding and those made from it; fused kernels that go round them are not seen.
import os
import sys

os.environ["VLLM_ENABLE_V1_MULTIPROCESSING"] = "0"  # the model in this process, where it can be looked at
from safetensors.torch import save_file
from vllm import LLM, SamplingParams

name, text = sys.argv[1], sys.argv[2]
llm = LLM(model=name, enforce_eager=True)  # without compiled graphs, so that Python sees each call
before, after = {}, {}
recording = False


def heads(rows, size):
    return rows.detach().float().reshape(rows.shape[0], -1, size).cpu().contiguous()


def watch(model):
    from vllm.model_executor.layers.rotary_embedding import RotaryEmbedding

    turn = RotaryEmbedding.forward

    def capture(self, positions, query, key=None, *rest, **named):
        q, k = query.clone(), key.clone()  # the kernels turn in place
        turned_q, turned_k = turn(self, positions, query, key, *rest, **named)
        if recording:
            layer = len(before) // 2
            for store, queries, keys in ((before, q, k), (after, turned_q, turned_k)):
                store[f"layers.{layer}.q"] = heads(queries, self.head_size)
                store[f"layers.{layer}.k"] = heads(keys, self.head_size)
        return turned_q, turned_k

    for module in model.modules():
        if isinstance(module, RotaryEmbedding):
            type(module).forward = capture
            module._forward_method = lambda *given, module=module, **named: capture(module, *given, **named)


llm.apply_model(watch)
recording = True
llm.generate([text], SamplingParams(max_tokens=1))
save_file(before, "before.safetensors")
save_file(after, "after.safetensors")
print(len(before) // 2, "calls; shapes are (tokens, heads, channels):", tuple(before["layers.0.q"].shape))

#include "tests/benchmarks/ui_states.h"

#include "core/model/presets.h"
#include "core/state/change.h"

#include <cstdlib>
#include <iostream>

namespace rope {

namespace {

template <class T> T accepted(const Result<T>& result)
{
    if (result)
        return *result;
    std::cerr << describe(result.error()) << '\n';
    std::exit(2);
}

} // namespace

ExplorerState withValues(ExplorerState state, const std::vector<std::pair<std::string, std::string>>& values)
{
    for (const auto& [id, text] : values) {
        const KeyHandle key = findKey(state, id);
        const Value value = accepted(key ? parseValue(*key, text) : refuse(id, "there is no such key"));
        state = accepted(withChange(state, SetValue{id, value}));
    }
    return state;
}

std::vector<BenchmarkState> benchmarkStates()
{
    const ExplorerState llama =
        accepted(withChange(ExplorerState{}, SetModel{accepted(loadPreset("llama-3.1-8b")).model}));
    const ExplorerState longest = withValues(
        llama, {{"sequence.length", "10000000"}, {"positions.query", "9999999"}, {"positions.key", "1234567"}});
    const ExplorerState attention =
        withValues(llama, {{"sequence.mask", "causal"}, {"sequence.quantity", "attention"}});
    const std::vector<std::pair<std::string, std::string>> widest = {
        {"view.profile_span", "10000000"}, {"aliasing.pairs", "1"}, {"aliasing.tolerance", "90"}};
    return {
        {"llama_3.1_8b", llama},
        {"512_pairs", withValues(llama, {{"model.head_dim", "1024"}, {"pair.highlighted", "511"}})},
        {"10M_tokens", longest},
        {"causal_attention", attention},
        {"random_causal_attention", withValues(attention, {{"sequence.content", "random"}})},
        {"512_pairs_10M_tokens", withValues(longest, {{"model.head_dim", "1024"}, {"pair.highlighted", "511"}})},
        {"random_10M_tokens", withValues(longest, {{"sequence.content", "random"}, {"sequence.mask", "causal"}})},
        {"10M_offsets", withValues(longest, widest)},
        {"512_pairs_10M_offsets",
         withValues(withValues(longest, {{"model.head_dim", "1024"}, {"pair.highlighted", "511"}}), widest)},
    };
}

} // namespace rope

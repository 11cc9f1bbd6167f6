#include "core/state/keys.h"
#include "tests/benchmarks/ui_states.h"
#include "ui/store/explorer_store.h"

#include <benchmark/benchmark.h>

namespace rope {

namespace {

SetValue queryAt(int step)
{
    return {"positions.query", static_cast<double>(step % 1000)};
}

/// A change built and validated.
void change(benchmark::State& run, const ExplorerState& state)
{
    int step = 0;
    for (auto _ : run)
        benchmark::DoNotOptimize(withChange(state, queryAt(++step)));
}

/// The same through the store, with its undo step, nobody listening.
void proposal(benchmark::State& run, const ExplorerState& state)
{
    ExplorerStore store(state);
    const int gesture = store.newGesture();
    int step = 0;
    for (auto _ : run)
        store.propose(queryAt(++step), QString(), gesture);
}

/// The rows of the parameter panel.
void keys(benchmark::State& run, const ExplorerState& state)
{
    for (auto _ : run)
        benchmark::DoNotOptimize(keysOf(state));
}

} // namespace

void registerStore()
{
    for (const BenchmarkState& at : benchmarkStates()) {
        const auto add = [&](const std::string& name, void (*measure)(benchmark::State&, const ExplorerState&)) {
            benchmark::RegisterBenchmark((name + '/' + at.name).c_str(), [measure,
                                                                          state = at.state](benchmark::State& run) {
                measure(run, state);
            })->Unit(benchmark::kMicrosecond);
        };
        add("withChange", change);
        add("propose", proposal);
        add("keysOf", keys);
    }
}

} // namespace rope

#include "core/rotation/frequency.h"
#include "core/rotation/rotation.h"

#include <benchmark/benchmark.h>
#include <chrono>
#include <cstring>

namespace {

using namespace rope;

double secondsOf(auto&& work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// float32 rows turned in place, beside a memcpy of the same bytes: the counter is the ratio of their times.
void blockRotation(benchmark::State& state)
{
    const Eigen::VectorXd theta = inverseFrequencies(1e4, 128);
    const PairLayout layout = state.range(1) == 0 ? PairLayout::HalfSplit : PairLayout::Interleaved;
    RowMatrixF x = RowMatrixF::Random(state.range(0), 128);
    RowMatrixF copy = x;
    double rotation = 0.0;
    double copying = 0.0;
    for (auto _ : state) {
        rotation += secondsOf([&] { rotateRowsInPlace(x, 1000, theta, layout); });
        state.PauseTiming();
        copying +=
            secondsOf([&] { std::memcpy(copy.data(), x.data(), sizeof(float) * static_cast<std::size_t>(x.size())); });
        benchmark::DoNotOptimize(copy.data());
        state.ResumeTiming();
    }
    state.counters["times_memcpy"] = rotation / copying;
    state.SetBytesProcessed(state.iterations() * x.size() * 4);
}
BENCHMARK(blockRotation)
    ->ArgNames({"T", "interleaved"})
    ->ArgsProduct({{4096, 65'536}, {0, 1}})
    ->Unit(benchmark::kMillisecond);

} // namespace

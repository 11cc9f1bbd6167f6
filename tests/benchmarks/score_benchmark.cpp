#include "core/rotation/frequency.h"
#include "core/scores/block_means.h"
#include "core/scores/content.h"
#include "core/scores/score_image.h"
#include "core/studies/decay.h"

#include <benchmark/benchmark.h>

namespace {

using namespace rope;

RelativeScore llamaScore()
{
    const Eigen::VectorXd q = Eigen::VectorXd::LinSpaced(128, -1.0, 1.3);
    const Eigen::VectorXd k = Eigen::VectorXd::LinSpaced(128, 0.9, -0.4);
    return relativeScore(q, k, inverseFrequencies(1e4, 128), PairLayout::HalfSplit, 1.0, 0.25);
}

/// One frame of identical content, 1024 pixels: what a slider waits for.
void closedFormFrame(benchmark::State& state)
{
    const RelativeScore score = llamaScore();
    const Mask mask = state.range(1) == 0 ? Mask::None : Mask::Causal;
    for (auto _ : state)
        benchmark::DoNotOptimize(identicalImage(score, {0, 0, state.range(0), 1024, mask}));
}
BENCHMARK(closedFormFrame)
    ->ArgNames({"T", "causal"})
    ->ArgsProduct({{1024, 131'072, 10'000'000}, {0, 1}})
    ->Unit(benchmark::kMicrosecond);

/// Scores at a million offsets, 64 pairs.
void profileOfAMillionOffsets(benchmark::State& state)
{
    const RelativeScore score = llamaScore();
    for (auto _ : state)
        benchmark::DoNotOptimize(profile(score, 0, 1'000'000));
    state.SetItemsProcessed(state.iterations() * 1'000'000);
}
BENCHMARK(profileOfAMillionOffsets)->Unit(benchmark::kMillisecond);

ContentRows heldContent(std::int64_t length)
{
    const auto rows = [&](ContentStream stream) {
        RowMatrixF held(length, 128);
        gaussianRows(1, stream)(0, held);
        return repeatedRows(std::move(held));
    };
    return {length, 128, rows(ContentStream::Query), rows(ContentStream::Key)};
}

/// After a change of content or frequencies: one pass over queries and keys that lie in memory.
void anyContentBuild(benchmark::State& state)
{
    const ContentRows content = heldContent(state.range(0));
    const RowRotation rotation{inverseFrequencies(1e4, 128), PairLayout::HalfSplit, 1.0};
    for (auto _ : state)
        benchmark::DoNotOptimize(BlockMeans::build(content, rotation));
}
BENCHMARK(anyContentBuild)->ArgName("T")->Arg(65'536)->Arg(1'048'576)->Unit(benchmark::kMillisecond);

/// The same with content that is made on the way.
void seededContentBuild(benchmark::State& state)
{
    const ContentRows content{state.range(0), 128, gaussianRows(1, ContentStream::Query),
                              gaussianRows(1, ContentStream::Key)};
    const RowRotation rotation{inverseFrequencies(1e4, 128), PairLayout::HalfSplit, 1.0};
    for (auto _ : state)
        benchmark::DoNotOptimize(BlockMeans::build(content, rotation));
}
BENCHMARK(seededContentBuild)->ArgName("T")->Arg(65'536)->Arg(1'048'576)->Unit(benchmark::kMillisecond);

/// A frame of 1024 pixels once the running sums are there.
void anyContentFrame(benchmark::State& state)
{
    const RowRotation rotation{inverseFrequencies(1e4, 128), PairLayout::HalfSplit, 1.0};
    const auto means = BlockMeans::build(heldContent(state.range(0)), rotation);
    const Mask mask = state.range(1) == 0 ? Mask::None : Mask::Causal;
    for (auto _ : state)
        benchmark::DoNotOptimize(means->image({0, 0, state.range(0), 1024, mask}, 0.25));
}
BENCHMARK(anyContentFrame)
    ->ArgNames({"T", "causal"})
    ->ArgsProduct({{65'536, 1'048'576}, {0, 1}})
    ->Unit(benchmark::kMillisecond);

void smallestBaseOfAContext(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(smallestBase(128, state.range(0)));
}
BENCHMARK(smallestBaseOfAContext)->Arg(4096)->Arg(32'768)->Unit(benchmark::kMillisecond);

} // namespace

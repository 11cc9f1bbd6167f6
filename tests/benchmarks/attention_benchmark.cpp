#include "core/rotation/frequency.h"
#include "core/scores/attention_image.h"
#include "core/scores/content.h"

#include <benchmark/benchmark.h>

namespace {

using namespace rope;

void attentionOfIdenticalContent(benchmark::State& state)
{
    const RelativeScore score =
        relativeScore(Eigen::VectorXd::LinSpaced(128, -1.0, 1.3), Eigen::VectorXd::LinSpaced(128, 0.9, -0.4),
                      inverseFrequencies(1e4, 128), PairLayout::HalfSplit, 1.0, 0.25);
    for (auto _ : state)
        benchmark::DoNotOptimize(identicalAttention(score, state.range(0), {0, 0, state.range(0), 1024, Mask::Causal}));
}
BENCHMARK(attentionOfIdenticalContent)
    ->ArgName("T")
    ->Arg(1024)
    ->Arg(131'072)
    ->Arg(10'000'000)
    ->Unit(benchmark::kMillisecond);

void attentionOfAnyContent(benchmark::State& state)
{
    const ContentRows content{state.range(0), 128, gaussianRows(1, ContentStream::Query),
                              gaussianRows(1, ContentStream::Key)};
    const RowRotation rotation{inverseFrequencies(1e4, 128), PairLayout::HalfSplit, 1.0};
    for (auto _ : state)
        benchmark::DoNotOptimize(contentAttention(content, rotation, 0.088, {0, 0, state.range(0), 512, Mask::Causal}));
}
BENCHMARK(attentionOfAnyContent)->ArgName("T")->Arg(1024)->Arg(16'384)->Unit(benchmark::kMillisecond);

} // namespace

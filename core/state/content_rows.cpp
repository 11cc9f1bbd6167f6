#include "core/state/content_rows.h"

#include "core/content.h"
#include "core/state/derived.h"

namespace rope {

namespace {

RowSource rowsOf(const ExplorerState& state, ContentStream stream)
{
    const RotarySettings& rotary = activeRotary(state);
    const SequenceSettings& sequence = state.sequence;
    const Eigen::VectorXd vector = stream == ContentStream::Query ? queryVector(state) : keyVector(state);
    const RowSource identical = identicalRows(rotaryFirst(vector, rotary));
    const auto seed = static_cast<std::uint64_t>(sequence.seed);
    const RowSource varied = sequence.content == ContentKind::Random
                                 ? gaussianRows(seed, stream)
                                 : tokenRows(tokensOf(sequence.text), rotary.headDim, seed, stream);
    return sequence.contentMix == 1.0 ? varied : mixedRows(identical, varied, sequence.contentMix);
}

} // namespace

ContentRows contentRows(const ExplorerState& state)
{
    return {state.sequence.length, activeRotary(state).headDim, rowsOf(state, ContentStream::Query),
            rowsOf(state, ContentStream::Key)};
}

RowRotation rowRotation(const ExplorerState& state)
{
    const RotarySettings& rotary = activeRotary(state);
    const Schedule schedule = activeSchedule(state);
    return {signedFrequencies(rotary, schedule), rotary.pairing, schedule.attentionFactor};
}

} // namespace rope

#include "core/views/content_rows.h"

#include "core/scores/content.h"
#include "core/state/content_choice.h"
#include "core/state/derived.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace rope {

namespace {

/// One head of the file. Requires that the file has it.
RowSource fileRows(const ExplorerState& state, const Capture& capture, ContentStream stream)
{
    const RotarySettings& rotary = activeRotary(state);
    const SequenceSettings& sequence = state.sequence;
    RowMatrix rows = stream == ContentStream::Query ? capturedQueries(capture, sequence.fileLayer, sequence.fileHead)
                                                    : capturedKeys(capture, sequence.fileLayer, sequence.fileHead);
    if (rotary.rotatesTail)
        for (Eigen::Index row = 0; row < rows.rows(); ++row)
            rows.row(row) = rotaryFirst(rows.row(row).transpose(), rotary).transpose();
    return repeatedRows(rows.cast<float>());
}

/// `file`: of content from a file, else nullptr.
RowSource variedRows(const ExplorerState& state, const ContentFile* file, ContentStream stream)
{
    const SequenceSettings& sequence = state.sequence;
    const auto seed = static_cast<std::uint64_t>(sequence.seed);
    if (file != nullptr)
        return fileRows(state, file->capture, stream);
    if (sequence.content == ContentKind::Random)
        return gaussianRows(seed, stream);
    return tokenRows(tokensOf(sequence.text), activeRotary(state).headDim, seed, stream);
}

/// Rows in float32 for pictures and in double for numbers.
struct Rows {
    RowSource quick;
    ExactRowSource exact; ///< empty: the quick ones are exact
};

Rows rowsOf(const ExplorerState& state, const ContentFile* file, ContentStream stream)
{
    const double mix = state.sequence.contentMix;
    RowSource varied = variedRows(state, file, stream);
    if (mix == 1.0)
        return {std::move(varied), {}};
    const Eigen::VectorXd vector =
        rotaryFirst(stream == ContentStream::Query ? queryVector(state) : keyVector(state), activeRotary(state));
    return {mixedRows(identicalRows(vector), varied, mix), mixedExactRows(vector, varied, mix)};
}

} // namespace

Result<ContentRows> contentRows(const ShownState& state)
{
    std::shared_ptr<const ContentFile> file;
    if (state.sequence.content == ContentKind::File) {
        const auto opened = contentFileOf(state);
        if (!opened)
            return tl::unexpected(opened.error());
        file = *opened;
    }
    Rows queries = rowsOf(state, file.get(), ContentStream::Query);
    Rows keys = rowsOf(state, file.get(), ContentStream::Key);
    return ContentRows{contentLength(state),  activeRotary(state).headDim, std::move(queries.quick),
                       std::move(keys.quick), std::move(queries.exact),    std::move(keys.exact)};
}

RowRotation rowRotation(const ExplorerState& state)
{
    const RotarySettings& rotary = activeRotary(state);
    if (showsFile(state) && state.sequence.fileRotation == FileRotation::After)
        return {Eigen::VectorXd::Zero(rotary.rotaryDim / 2), rotary.pairing, 1.0};
    const Schedule schedule = activeSchedule(state);
    return {signedFrequencies(rotary, schedule), rotary.pairing, schedule.attentionFactor};
}

} // namespace rope

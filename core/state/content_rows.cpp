#include "core/state/content_rows.h"

#include "core/content.h"
#include "core/lab/content_file.h"
#include "core/state/derived.h"

#include <memory>
#include <mutex>
#include <tuple>

namespace rope {

namespace {

using FileKey = std::tuple<std::string, int, int>;

/// The last content file that was read: every picture of it asks again.
std::shared_ptr<const Result<ContentFile>> contentFile(const SequenceSettings& sequence)
{
    static std::mutex mutex;
    static FileKey lastKey;
    static std::shared_ptr<const Result<ContentFile>> last;
    const FileKey key{sequence.contentFile, sequence.fileLayer, sequence.fileHead};
    const std::lock_guard lock(mutex);
    if (!last || lastKey != key || !*last) {
        last = std::make_shared<const Result<ContentFile>>(
            readContentFile(sequence.contentFile, sequence.fileLayer, sequence.fileHead));
        lastKey = key;
    }
    return last;
}

/// The rows with their rotary channels first, as rotations expect them.
RowMatrixF rotaryFirstRows(const RowMatrixF& rows, const RotarySettings& rotary)
{
    if (!rotary.rotatesTail)
        return rows;
    RowMatrixF moved(rows.rows(), rows.cols());
    moved << rows.rightCols(rotary.rotaryDim), rows.leftCols(rows.cols() - rotary.rotaryDim);
    return moved;
}

Result<RowSource> fileRows(const ExplorerState& state, ContentStream stream)
{
    const std::shared_ptr<const Result<ContentFile>> file = contentFile(state.sequence);
    if (!*file)
        return tl::unexpected(file->error());
    const RotarySettings& rotary = activeRotary(state);
    const RowMatrixF& rows = stream == ContentStream::Query ? (*file)->queries : (*file)->keys;
    if (rows.cols() != rotary.headDim)
        return refuse(state.sequence.contentFile, "its rows have " + std::to_string(rows.cols()) +
                                                      " channels, this model's head " + std::to_string(rotary.headDim));
    return repeatedRows(rotaryFirstRows(rows, rotary));
}

Result<RowSource> variedRows(const ExplorerState& state, ContentStream stream)
{
    const SequenceSettings& sequence = state.sequence;
    const auto seed = static_cast<std::uint64_t>(sequence.seed);
    if (sequence.content == ContentKind::File)
        return fileRows(state, stream);
    if (sequence.content == ContentKind::Random)
        return gaussianRows(seed, stream);
    return tokenRows(tokensOf(sequence.text), activeRotary(state).headDim, seed, stream);
}

Result<RowSource> rowsOf(const ExplorerState& state, ContentStream stream)
{
    const double mix = state.sequence.contentMix;
    Result<RowSource> varied = variedRows(state, stream);
    if (!varied || mix == 1.0)
        return varied;
    const Eigen::VectorXd vector = stream == ContentStream::Query ? queryVector(state) : keyVector(state);
    return mixedRows(identicalRows(rotaryFirst(vector, activeRotary(state))), std::move(*varied), mix);
}

} // namespace

Result<ContentRows> contentRows(const ExplorerState& state)
{
    Result<RowSource> queries = rowsOf(state, ContentStream::Query);
    Result<RowSource> keys = rowsOf(state, ContentStream::Key);
    if (!queries || !keys)
        return tl::unexpected(queries ? keys.error() : queries.error());
    return ContentRows{state.sequence.length, activeRotary(state).headDim, std::move(*queries), std::move(*keys)};
}

std::string contentNote(const ExplorerState& state)
{
    if (state.sequence.content != ContentKind::File || state.sequence.contentMix == 0.0)
        return {};
    const std::shared_ptr<const Result<ContentFile>> file = contentFile(state.sequence);
    if (!*file)
        return {};
    std::string note;
    if ((*file)->keysAreQueries)
        note = "keys are the queries' rows: no file of keys lies beside";
    if ((*file)->queries.rows() < state.sequence.length)
        note += (note.empty() ? "" : "; ") + std::string("the file's ") + std::to_string((*file)->queries.rows()) +
                " rows repeat";
    return note;
}

RowRotation rowRotation(const ExplorerState& state)
{
    const RotarySettings& rotary = activeRotary(state);
    const Schedule schedule = activeSchedule(state);
    return {signedFrequencies(rotary, schedule), rotary.pairing, schedule.attentionFactor};
}

} // namespace rope

#include "core/state/content_choice.h"

#include "core/state/change.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

ModelSettings modelOf(const Capture& capture)
{
    ModelSettings model;
    model.name = capture.title.substr(0, capture.title.find(':'));
    RotarySettings& rotary = model.layers.front();
    rotary.headDim = rotary.rotaryDim = capture.headDim;
    rotary.base = capture.base;
    rotary.pairing = capture.layout;
    rotary.originalContext = rotary.maximumContext = static_cast<double>(capture.trainedContext);
    return model;
}

Result<void> requirePlace(const char* key, const std::string& what, int place, int count)
{
    if (place < count)
        return {};
    return refuse(key, "the content file has no " + what + " " + std::to_string(place) + "; its last is " +
                           std::to_string(count - 1));
}

} // namespace

bool showsFile(const ExplorerState& state)
{
    return state.sequence.content == ContentKind::File && state.sequence.contentMix > 0.0;
}

ContentFacts factsOf(const ContentFile& content)
{
    const Capture& capture = content.capture;
    const auto longest = [](const RowMatrix& energy) {
        return std::sqrt(energy.rowwise().sum().maxCoeff());
    };
    return {capture.places, capture.layers, capture.queryHeads, capture.headDim,
            longest(content.queryEnergy) * longest(content.keyEnergy)};
}

Result<void> requireContentFits(const ExplorerState& state)
{
    const SequenceSettings& sequence = state.sequence;
    const ContentFacts& facts = sequence.contentFacts;
    if (sequence.content != ContentKind::File)
        return {};
    if (sequence.contentFile.empty())
        return refuse("sequence.content_file", "no file is chosen; name a .npy with queries, or a capture such as "
                                               "capture:" +
                                                   captureIds().front());
    if (sequence.fileRotation == FileRotation::After && sequence.contentMix < 1.0)
        return refuse("sequence.content_mix", "queries and keys that are rotated already cannot be mixed with others; "
                                              "it must be 1 while sequence.file_rotated is after");
    if (!facts.isKnown())
        return {};
    if (facts.headDim != activeRotary(state).headDim)
        return refuse("model.head_dim", "the content file has heads of " + std::to_string(facts.headDim) +
                                            " channels, the model of " + std::to_string(activeRotary(state).headDim) +
                                            "; they must be the same, or the content another");
    if (const auto layer = requirePlace("sequence.file_layer", "layer", sequence.fileLayer, facts.layers); !layer)
        return layer;
    return requirePlace("sequence.file_head", "head", sequence.fileHead, facts.queryHeads);
}

std::int64_t contentLength(const ExplorerState& state)
{
    const ContentFacts& facts = state.sequence.contentFacts;
    return showsFile(state) && facts.isKnown() ? std::min(state.sequence.length, facts.places) : state.sequence.length;
}

Result<ExplorerState> withContent(const ExplorerState& state, const std::string& source, const ContentFile& content)
{
    const Capture& capture = content.capture;
    ExplorerState next = state;
    if (content.builtIn)
        next.model = modelOf(capture);
    next.highlightedPair = std::min(next.highlightedPair, pairCount(next) - 1);
    SequenceSettings& sequence = next.sequence;
    sequence.content = ContentKind::File;
    sequence.contentFile = source;
    sequence.contentFacts = factsOf(content);
    sequence.contentMix = 1.0;
    sequence.length = capture.places;
    sequence.fileRotation = FileRotation::Before;
    sequence.fileLayer = sequence.fileLayer < capture.layers ? sequence.fileLayer : 0;
    sequence.fileHead = sequence.fileHead < capture.queryHeads ? sequence.fileHead : 0;
    next.view.zoomRow = next.view.zoomColumn = next.view.zoomSpan = 0;
    if (activeRotary(next).headDim == capture.headDim)
        return withChange(state, ReplaceAll{std::move(next)});
    if (capture.headDim % 2 != 0 || capture.headDim > maximumHeadDim)
        return refuse(content.queryName, "its heads have " + std::to_string(capture.headDim) +
                                             " channels; an even number up to " + std::to_string(maximumHeadDim) +
                                             " is needed");
    RotarySettings& rotary = activeRotary(next);
    const bool turnsWhole = rotary.rotaryDim == rotary.headDim;
    rotary.headDim = capture.headDim;
    rotary.rotaryDim = turnsWhole ? capture.headDim : std::min(rotary.rotaryDim, capture.headDim);
    next.highlightedPair = std::min(next.highlightedPair, pairCount(next) - 1);
    return withChange(state, ReplaceAll{std::move(next)});
}

} // namespace rope

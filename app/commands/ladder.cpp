#include "app/commands/ladder.h"

#include "app/commands/inspect.h"
#include "core/base/files.h"
#include "core/model/inspection.h"
#include "core/rotation/frequency.h"
#include "core/state/axes.h"
#include "core/state/derived.h"
#include "core/state/layer_fields.h"

#include <algorithm>

namespace rope::cli {

namespace {

/// One kind of layer with its frequencies.
struct Ladder {
    RotarySettings rotary;
    Schedule schedule;
    Eigen::VectorXd wavelength;
    std::optional<double> sequenceLength;
    std::vector<std::string> warnings;
    std::string origins; ///< a JSON object, or null where no file or preset names the model
};

std::vector<double> listed(const Eigen::VectorXd& values)
{
    return {values.data(), values.data() + values.size()};
}

Result<std::optional<double>> wantedLength(const LadderRequest& request, const RequestedState& state)
{
    if (!request.sequenceLength)
        return state.lengthGiven ? std::optional(static_cast<double>(state.state.sequence.length)) : std::nullopt;
    return parseSequenceLength(*request.sequenceLength).map([](double length) { return std::optional(length); });
}

Result<Ladder> ladderOf(const RotarySettings& rotary, std::optional<double> length,
                        const std::vector<std::string>& warnings)
{
    Result<Schedule> schedule = scheduleOf(rotary, length.value_or(0.0));
    if (!schedule)
        return tl::unexpected(schedule.error());
    Ladder ladder{rotary, std::move(*schedule), {}, length, warnings, "null"};
    ladder.wavelength = wavelengths(ladder.schedule.inverseFrequency);
    const auto& notes = ladder.schedule.notes;
    ladder.warnings.insert(ladder.warnings.end(), notes.begin(), notes.end());
    return ladder;
}

Result<std::vector<RotarySettings>> wantedLayers(const ModelSettings& model,
                                                 const std::optional<std::string>& layerType)
{
    if (!layerType) {
        std::vector<RotarySettings> layers = model.layers;
        if (layers.size() > 1)
            std::erase_if(layers, [](const RotarySettings& layer) { return layer.layerType == visionPart; });
        return layers;
    }
    std::string known;
    for (const RotarySettings& layer : model.layers) {
        if (layer.layerType == layerType)
            return std::vector{layer};
        known += (known.empty() ? "" : ", ") + layer.layerType;
    }
    return refuse("--layer-type", "no layers of type '" + *layerType + "' here; " +
                                      (known.empty() ? "all layers of this model are alike" : "there are: " + known));
}

std::string warningsJson(const std::vector<std::string>& warnings)
{
    std::string text = "[";
    for (const std::string& warning : warnings)
        text += (text.size() > 1 ? ", " : "") + jsonText(warning);
    return text + "]";
}

/// The axis that each pair turns by, `["t", "t", "h", ...]`; null when a token has one position.
std::string axesJson(const RotarySettings& rotary)
{
    const std::vector<std::string> names = axisNames(rotary);
    std::string text;
    for (const int axis : axisIndexOfPair(rotary))
        text += (text.empty() ? "" : ", ") + jsonText(names[static_cast<std::size_t>(axis)]);
    return text.empty() ? "null" : "[" + text + "]";
}

std::string jsonOf(const Ladder& ladder, int indent)
{
    const RotarySettings& rotary = ladder.rotary;
    JsonObject object;
    object.add("head_dim", std::to_string(rotary.headDim))
        .add("rotary_dim", std::to_string(rotary.rotaryDim))
        .add("pairing", jsonText(idOf(rotary.pairing)))
        .add("scheme", jsonText(rotary.scheme))
        .add("layer_type", rotary.layerType.empty() ? "null" : jsonText(rotary.layerType))
        .add("rotates", rotary.rotates ? "true" : "false")
        .add("seq_len", ladder.sequenceLength ? jsonNumber(*ladder.sequenceLength) : "null")
        .add("base", jsonNumber(rotary.base))
        .add("original_context", jsonNumber(rotary.originalContext))
        .add("maximum_context", jsonNumber(rotary.maximumContext))
        .add("axis_of_pair", axesJson(rotary))
        .add("inv_freq", jsonNumbers(listed(ladder.schedule.inverseFrequency)))
        .add("wavelength", jsonNumbers(listed(ladder.wavelength)))
        .add("unscaled_inv_freq", jsonNumbers(listed(ladder.schedule.unscaled)))
        .add("attention_factor", jsonNumber(ladder.schedule.attentionFactor))
        .add("softmax_scale_factor", jsonNumber(ladder.schedule.softmaxScaleFactor))
        .add("origin", ladder.origins)
        .add("warnings", warningsJson(ladder.warnings));
    return object.text(indent);
}

std::string asJson(const std::vector<Ladder>& ladders, bool single)
{
    if (single)
        return jsonOf(ladders.front(), 0) + "\n";
    std::vector<std::string> layers;
    for (const Ladder& ladder : ladders)
        layers.push_back(jsonOf(ladder, 4));
    return JsonObject().add("layers", jsonLines(layers, 2)).text() + "\n";
}

std::string asCsv(const std::vector<Ladder>& ladders)
{
    std::string text = "layer_type,pair,inv_freq,wavelength,unscaled_inv_freq\n";
    for (const Ladder& ladder : ladders)
        for (Eigen::Index pair = 0; pair < ladder.wavelength.size(); ++pair)
            text += csvField(ladder.rotary.layerType) + "," + std::to_string(pair) + "," +
                    exactNumber(ladder.schedule.inverseFrequency[pair]) + "," + exactNumber(ladder.wavelength[pair]) +
                    "," + exactNumber(ladder.schedule.unscaled[pair]) + "\n";
    return text;
}

std::string summary(const Ladder& ladder)
{
    const RotarySettings& rotary = ladder.rotary;
    std::string text = rotary.layerType.empty() ? "" : "layers " + rotary.layerType + ": ";
    text += "scheme " + rotary.scheme + ", base " + roundedNumber(rotary.base, 10) + ", " +
            std::to_string(rotary.rotaryDim) + " of " + std::to_string(rotary.headDim) + " channels rotate (" +
            idOf(rotary.pairing) + " pairs)\n";
    const int finished = pairsThatFinishATurn(ladder.schedule.unscaled, rotary.originalContext);
    text += "training context " + roundedNumber(rotary.originalContext, 10) + ": " + std::to_string(finished) + " of " +
            std::to_string(ladder.wavelength.size()) +
            " pairs finish a turn in it, before scaling (critical dimension " + std::to_string(2 * finished) + ")\n";
    text += "attention factor " + roundedNumber(ladder.schedule.attentionFactor, 10) + ", softmax scale factor " +
            roundedNumber(ladder.schedule.softmaxScaleFactor, 10) + ", sequence length " +
            (ladder.sequenceLength ? roundedNumber(*ladder.sequenceLength, 10) : std::string("as at load time")) + "\n";
    for (const std::string& warning : ladder.warnings)
        text += "note: " + warning + "\n";
    return text;
}

std::string asTable(const std::vector<Ladder>& ladders)
{
    std::string text;
    for (const Ladder& ladder : ladders) {
        std::vector<std::vector<std::string>> rows;
        for (Eigen::Index pair = 0; pair < ladder.wavelength.size(); ++pair) {
            const double scaled = ladder.schedule.inverseFrequency[pair];
            const double unscaled = ladder.schedule.unscaled[pair];
            rows.push_back({std::to_string(pair), roundedNumber(scaled, 10), roundedNumber(ladder.wavelength[pair], 10),
                            roundedNumber(unscaled, 10), scaled > 0 ? roundedNumber(unscaled / scaled, 6) : "-"});
        }
        text += (text.empty() ? "" : "\n") + summary(ladder) + "\n" +
                alignedTable({"pair", "rad/token", "tokens/turn", "unscaled rad/token", "divided by"}, rows);
    }
    return text;
}

} // namespace

Result<void> runLadder(const LadderRequest& request)
{
    const Result<RequestedState> state = requestedState(request.state);
    if (!state)
        return tl::unexpected(state.error());
    const Result<std::optional<double>> length = wantedLength(request, *state);
    if (!length)
        return tl::unexpected(length.error());
    const Result<std::vector<RotarySettings>> layers = wantedLayers(state->state.model, request.layerType);
    if (!layers)
        return tl::unexpected(layers.error());
    std::vector<Ladder> ladders;
    for (const RotarySettings& layer : *layers) {
        Result<Ladder> ladder = ladderOf(layer, *length, state->warnings);
        if (!ladder)
            return tl::unexpected(ladder.error());
        const auto index = std::ranges::find(state->state.model.layers, layer) - state->state.model.layers.begin();
        if (state->file && static_cast<std::size_t>(index) < state->file->model.layers.size())
            ladder->origins = originsJson(originsOf(*state->file, static_cast<std::size_t>(index), layer), 2);
        ladders.push_back(std::move(*ladder));
    }
    switch (request.format) {
    case TextFormat::Json:
        return writeStandardOutput(asJson(ladders, ladders.size() == 1));
    case TextFormat::Csv:
        return writeStandardOutput(asCsv(ladders));
    case TextFormat::Table:
        break;
    }
    return writeStandardOutput(asTable(ladders));
}

} // namespace rope::cli

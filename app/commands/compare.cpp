#include "app/commands/compare.h"

#include "app/commands/state_options.h"
#include "core/base/files.h"
#include "core/model/compare.h"

#include <cmath>

namespace rope::cli {

namespace {

std::string pairedName(const LayerComparison& layer)
{
    if (layer.firstLayer == layer.secondLayer)
        return layer.firstLayer.empty() ? "all layers" : "layers " + layer.firstLayer;
    const auto named = [](const std::string& type) {
        return type.empty() ? std::string("all layers") : type;
    };
    return named(layer.firstLayer) + " against " + named(layer.secondLayer);
}

std::string distanceText(double tokens)
{
    return std::isfinite(tokens) ? "after " + roundedNumber(tokens, 6) + " tokens" : "never";
}

std::vector<double> listed(const Eigen::VectorXd& values)
{
    return {values.data(), values.data() + values.size()};
}

std::string notesJson(const std::vector<std::string>& notes)
{
    std::string text = "[";
    for (const std::string& note : notes)
        text += (text.size() > 1 ? ", " : "") + jsonText(note);
    return text + "]";
}

std::string jsonOf(const LayerComparison& layer)
{
    const RotaryComparison& rotary = layer.rotary;
    return JsonObject()
        .add("first_layer_type", layer.firstLayer.empty() ? "null" : jsonText(layer.firstLayer))
        .add("second_layer_type", layer.secondLayer.empty() ? "null" : jsonText(layer.secondLayer))
        .add("first_inv_freq", jsonNumbers(listed(rotary.first)))
        .add("second_inv_freq", jsonNumbers(listed(rotary.second)))
        .add("worst_pair", std::to_string(rotary.worstPair))
        .add("tokens_to_tenth_radian", jsonNumber(rotary.tokensToTenth))
        .add("tokens_to_one_radian", jsonNumber(rotary.tokensToOne))
        .add("attention_factor_difference", jsonNumber(rotary.attentionFactorDifference))
        .add("softmax_scale_difference", jsonNumber(rotary.softmaxScaleDifference))
        .add("notes", notesJson(rotary.notes))
        .text(4);
}

std::string asJson(const std::vector<LayerComparison>& layers)
{
    std::vector<std::string> objects;
    for (const LayerComparison& layer : layers)
        objects.push_back(jsonOf(layer));
    return JsonObject().add("layers", jsonLines(objects, 2)).text() + "\n";
}

std::string asTable(const LayerComparison& layer)
{
    const RotaryComparison& rotary = layer.rotary;
    std::vector<std::vector<std::string>> rows;
    for (Eigen::Index pair = 0; pair < rotary.difference.size(); ++pair)
        rows.push_back({std::to_string(pair), roundedNumber(rotary.first[pair], 10),
                        roundedNumber(rotary.second[pair], 10), roundedNumber(rotary.difference[pair], 6)});
    std::string text = pairedName(layer) + "\n";
    text += "phases part by 0.1 rad " + distanceText(rotary.tokensToTenth) + ", by 1 rad " +
            distanceText(rotary.tokensToOne) + "; the worst pair is " + std::to_string(rotary.worstPair) + "\n";
    text += "attention factor differs by " + roundedNumber(rotary.attentionFactorDifference, 6) +
            ", softmax scale by " + roundedNumber(rotary.softmaxScaleDifference, 6) + "\n";
    for (const std::string& note : rotary.notes)
        text += "note: " + note + "\n";
    return text + "\n" + alignedTable({"pair", "first rad/token", "second rad/token", "difference"}, rows);
}

std::string asTables(const std::vector<LayerComparison>& layers)
{
    std::string text;
    for (const LayerComparison& layer : layers)
        text += (text.empty() ? "" : "\n") + asTable(layer);
    return text;
}

/// The figure `comparison` of the two models.
Result<void> drawComparison(const CompareRequest& request)
{
    RenderRequest picture = request.picture;
    picture.figure = "comparison";
    picture.state = {{StateOption::Kind::Named, request.first}, {StateOption::Kind::Compared, request.second}};
    if (request.sequenceLength)
        picture.state.push_back({StateOption::Kind::Set, "sequence.length=" + *request.sequenceLength});
    return runRender(picture);
}

} // namespace

Result<void> runCompare(const CompareRequest& request)
{
    if (request.draws())
        return drawComparison(request);
    const Result<ModelFile> first = modelNamed(request.first);
    if (!first)
        return tl::unexpected(first.error());
    const Result<ModelFile> second = modelNamed(request.second);
    if (!second)
        return tl::unexpected(second.error());
    const Result<double> length =
        request.sequenceLength ? parseSequenceLength(*request.sequenceLength) : Result<double>(0.0);
    if (!length)
        return tl::unexpected(length.error());
    const Result<std::vector<LayerComparison>> layers = compareModels(first->model, second->model, *length);
    if (!layers)
        return tl::unexpected(layers.error());
    return writeStandardOutput(request.format == TextFormat::Json ? asJson(*layers) : asTables(*layers));
}

} // namespace rope::cli

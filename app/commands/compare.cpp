#include "app/commands/compare.h"

#include "app/commands/state_options.h"
#include "app/files/compare_report.h"
#include "core/base/files.h"
#include "core/model/comparison_report.h"
#include "core/state/json.h"

#include <QFileInfo>
#include <algorithm>
#include <cmath>

namespace rope::cli {

namespace {

constexpr int cosineSamples = 200;
constexpr std::size_t pairsNamed = 5;

std::vector<double> listed(const Eigen::VectorXd& values)
{
    return {values.data(), values.data() + values.size()};
}

std::string textsJson(const std::vector<std::string>& texts)
{
    std::string list = "[";
    for (const std::string& text : texts)
        list += (list.size() > 1 ? ", " : "") + jsonText(text);
    return list + "]";
}

std::string layerJson(const std::string& layerType)
{
    return layerType.empty() ? "null" : jsonText(layerType);
}

std::string cellJson(const ComparedCell& cell)
{
    if (!cell.present)
        return "null";
    JsonObject object;
    object.add("value", jsonText(cell.text))
        .add("origin", jsonText(cell.origin.text))
        .add("kind", jsonText(std::string(kindName(cell.origin.kind))));
    if (!cell.origin.authority.empty())
        object.add("authority", jsonText(cell.origin.authority));
    return object.text(10);
}

std::string differencesJson(const PartComparison& comparison)
{
    std::vector<std::string> rows;
    for (const ComparedRow* row : comparison.differences()) {
        std::vector<std::string> cells;
        for (const ComparedCell& cell : row->cells)
            cells.push_back(cellJson(cell));
        rows.push_back(JsonObject().add("name", jsonText(row->name)).add("values", jsonLines(cells, 8)).text(6));
    }
    return jsonLines(rows, 4);
}

std::string partingJson(const RotaryComparison& rotary)
{
    std::vector<std::string> rows;
    for (const PartingPair& pair : partingPairs(rotary))
        rows.push_back("{\"pair\": " + std::to_string(pair.pair) + ", \"difference\": " + jsonNumber(pair.difference) +
                       ", \"tokens_to_tenth_radian\": " + jsonNumber(pair.tenth) +
                       ", \"tokens_to_one_radian\": " + jsonNumber(pair.one) + "}");
    return jsonLines(rows, 8);
}

std::string cosineJson(const RotationAgreement& agreement)
{
    const std::vector<double> positions(agreement.positions.begin(), agreement.positions.end());
    return JsonObject()
        .add("positions", jsonNumbers(positions))
        .add("mean", jsonNumbers(agreement.mean))
        .add("worst", jsonNumbers(agreement.lowest))
        .add("unpermuted", agreement.unpermuted.empty() ? "null" : jsonNumbers(agreement.unpermuted))
        .text(8);
}

/// How far one further model is from the first.
JsonObject& addDistance(JsonObject& object, const PartComparison& comparison, std::size_t second)
{
    const RotaryComparison& rotary = comparison.against[second - 1];
    return object.add("first_layer_type", layerJson(comparison.parts.front()))
        .add("second_layer_type", layerJson(comparison.parts[second]))
        .add("first_inv_freq", jsonNumbers(listed(rotary.first)))
        .add("second_inv_freq", jsonNumbers(listed(rotary.second)))
        .add("worst_pair", std::to_string(rotary.worstPair))
        .add("tokens_to_tenth_radian", jsonNumber(rotary.tokensToTenth))
        .add("tokens_to_one_radian", jsonNumber(rotary.tokensToOne))
        .add("attention_factor_difference", jsonNumber(rotary.attentionFactorDifference))
        .add("softmax_scale_difference", jsonNumber(rotary.softmaxScaleDifference))
        .add("score_ratio", jsonNumber(rotary.scoreRatio))
        .add("same_partners", rotary.samePartners ? "true" : "false")
        .add("verdict", jsonText(comparison.verdicts[second - 1]))
        .add("notes", textsJson(rotary.notes))
        .add("parting_pairs", partingJson(rotary))
        .add("cosine", cosineJson(comparison.agreement(second, comparison.positions(cosineSamples))));
}

/// The second model's distance stands in the layer itself, that of further ones in a list.
std::string jsonOf(const PartComparison& comparison)
{
    JsonObject object;
    addDistance(object, comparison, 1);
    object.add("differences", differencesJson(comparison));
    std::vector<std::string> further;
    for (std::size_t second = 2; second < comparison.models.size(); ++second) {
        JsonObject distance;
        distance.add("model", std::to_string(second));
        further.push_back(addDistance(distance, comparison, second).text(6));
    }
    if (!further.empty())
        object.add("further", jsonLines(further, 4));
    return object.text(4);
}

std::string asJson(const std::vector<ComparedModel>& models, const std::vector<PartComparison>& comparisons)
{
    std::vector<std::string> names;
    for (const ComparedModel& model : models)
        names.push_back(JsonObject()
                            .add("name", jsonText(model.settings().name))
                            .add("source", jsonText(model.settings().source))
                            .add("format", jsonText(model.file.format))
                            .add("family", model.file.family.empty() ? "null" : jsonText(model.file.family))
                            .text(4));
    std::vector<std::string> layers;
    for (const PartComparison& comparison : comparisons)
        layers.push_back(jsonOf(comparison));
    return JsonObject().add("models", jsonLines(names, 2)).add("layers", jsonLines(layers, 2)).text() + "\n";
}

/// One line a value and model, so that origins have room.
std::string differencesTable(const PartComparison& comparison)
{
    std::vector<std::vector<std::string>> rows;
    for (const ComparedRow* row : comparison.differences())
        for (std::size_t model = 0; model < row->cells.size(); ++model) {
            const ComparedCell& cell = row->cells[model];
            rows.push_back({model == 0 ? row->name : "", comparison.models[model], cell.text,
                            cell.present ? std::string(kindName(cell.origin.kind)) : "",
                            cell.origin.authority.empty() ? cell.origin.text
                                                          : cell.origin.text + " (" + cell.origin.authority + ")"});
        }
    return rows.empty() ? "" : "\n" + alignedTable({"differs", "model", "is", "kind", "origin"}, rows);
}

std::string distanceLines(const PartComparison& comparison, std::size_t second)
{
    const RotaryComparison& rotary = comparison.against[second - 1];
    std::string text = comparison.verdicts[second - 1] + "\n";
    text += "phases part by 0.1 rad " + distanceText(rotary.tokensToTenth) + ", by 1 rad " +
            distanceText(rotary.tokensToOne) + "; the worst pair is " + std::to_string(rotary.worstPair) + "\n";
    const std::vector<PartingPair> parting = partingPairs(rotary);
    for (std::size_t i = 0; i < std::min(pairsNamed, parting.size()); ++i)
        text += (i == 0 ? "first to be 1 rad apart: pair " : ", pair ") + std::to_string(parting[i].pair) + " " +
                distanceText(parting[i].one);
    text += parting.empty() ? "" : "\n";
    text += "attention factor differs by " + roundedNumber(rotary.attentionFactorDifference, 6) +
            ", softmax scale by " + roundedNumber(rotary.softmaxScaleDifference, 6) + "\n";
    const RotationAgreement agreement = comparison.agreement(second, comparison.positions(6));
    text += "cosine between the rotations of one vector (mean, worst pair):";
    for (std::size_t i = 1; i < agreement.positions.size(); ++i)
        text += (i == 1 ? " at " : "; at ") + std::to_string(agreement.positions[i]) + " " +
                roundedNumber(agreement.mean[i], 4) + ", " + roundedNumber(agreement.lowest[i], 4);
    return text + "\n";
}

std::string headingOf(const PartComparison& comparison, std::size_t model, std::size_t models)
{
    if (models == 2)
        return model == 0 ? "first rad/token" : "second rad/token";
    return comparison.models[model] + " rad/token";
}

/// theta_j of each model, in pairs that all have.
std::string pairsTable(const PartComparison& comparison)
{
    std::vector<std::string> headings{"pair"};
    for (std::size_t model = 0; model < comparison.models.size(); ++model)
        headings.push_back(headingOf(comparison, model, comparison.models.size()));
    const bool two = comparison.models.size() == 2;
    if (two)
        headings.emplace_back("difference");
    Eigen::Index pairs = comparison.against.front().first.size();
    for (const RotaryComparison& rotary : comparison.against)
        pairs = std::min(pairs, rotary.first.size());
    std::vector<std::vector<std::string>> rows;
    for (Eigen::Index pair = 0; pair < pairs; ++pair) {
        rows.push_back({std::to_string(pair), roundedNumber(comparison.against.front().first[pair], 10)});
        for (const RotaryComparison& rotary : comparison.against)
            rows.back().push_back(roundedNumber(rotary.second[pair], 10));
        if (two)
            rows.back().push_back(roundedNumber(comparison.against.front().difference[pair], 6));
    }
    return "\n" + alignedTable(headings, rows);
}

std::string asTables(const std::vector<PartComparison>& comparisons)
{
    std::string text;
    for (const PartComparison& comparison : comparisons) {
        text += (text.empty() ? "" : "\n") + partsText(comparison) + "\n";
        for (std::size_t second = 1; second < comparison.models.size(); ++second)
            text += distanceLines(comparison, second);
        text += differencesTable(comparison) + pairsTable(comparison);
    }
    return text;
}

/// One line a pair: the frequencies of each model.
std::string pairsCsv(const std::vector<PartComparison>& comparisons)
{
    std::string text = "part,pair";
    for (const std::string& model : comparisons.front().models)
        text += "," + csvField(model + " (rad/token)");
    text += "\n";
    for (const PartComparison& comparison : comparisons) {
        Eigen::Index pairs = comparison.against.front().first.size();
        for (const RotaryComparison& rotary : comparison.against)
            pairs = std::min(pairs, rotary.first.size());
        for (Eigen::Index pair = 0; pair < pairs; ++pair) {
            text += csvField(partsText(comparison)) + "," + std::to_string(pair) + "," +
                    exactNumber(comparison.against.front().first[pair]);
            for (const RotaryComparison& rotary : comparison.against)
                text += "," + exactNumber(rotary.second[pair]);
            text += "\n";
        }
    }
    return text;
}

std::vector<std::string> namesOf(const CompareRequest& request)
{
    std::vector<std::string> names{request.first, request.second};
    names.insert(names.end(), request.further.begin(), request.further.end());
    return names;
}

Result<std::vector<ComparedModel>> modelsOf(const CompareRequest& request)
{
    std::vector<ComparedModel> models;
    for (const std::string& name : namesOf(request)) {
        Result<ModelFile> file = modelNamed(name);
        if (!file)
            return tl::unexpected(file.error());
        models.push_back({*std::move(file)});
    }
    return models;
}

/// What makes the state of the figure `comparison` of the two models.
std::vector<StateOption> stateOptions(const CompareRequest& request)
{
    std::vector<StateOption> options{{StateOption::Kind::Named, request.first},
                                     {StateOption::Kind::Compared, request.second}};
    if (request.sequenceLength)
        options.push_back({StateOption::Kind::Set, "sequence.length=" + *request.sequenceLength});
    return options;
}

/// The figure `comparison` of the two models.
Result<void> drawComparison(const CompareRequest& request)
{
    if (!request.further.empty())
        return refuse(request.picture.output, "the figure shows two models; for more name a .md, .html, .pdf or .csv");
    if (!request.layerTypes.empty())
        return refuse("--layer-type", "is for text and reports (.md .html .pdf); the figure shows the first kind of "
                                      "layer, or with `render comparison` the one of --set model.layer_type=NAME");
    RenderRequest picture = request.picture;
    picture.figure = "comparison";
    picture.state = stateOptions(request);
    return runRender(picture);
}

/// Of two models, the state that opens again as their figure.
Result<std::string> stateOf(const CompareRequest& request)
{
    if (!request.further.empty())
        return std::string();
    return requestedState(stateOptions(request)).map([](const RequestedState& made) { return toJson(made.state); });
}

Result<void> requireNoPictureOptions(const CompareRequest& request)
{
    for (const auto& [option, given] : {std::pair{"--size", request.picture.size.has_value()},
                                        {"--dpi", request.picture.dpi.has_value()},
                                        {"--font-size", request.picture.fontSize.has_value()},
                                        {"--theme", request.picture.theme != RenderRequest().theme}})
        if (given)
            return refuse(option, "has no effect on a report, which has a page of its own; draw the figure alone with "
                                  "`rope-explorer render comparison --preset A --compared B`");
    return {};
}

Result<void> writeComparison(const CompareRequest& request, const std::string& suffix,
                             const std::vector<PartComparison>& comparisons)
{
    if (const Result<void> fine = requireNoPictureOptions(request); !fine)
        return fine;
    if (const Result<void> possible = requireOutputPath(request.picture.output); !possible)
        return possible;
    if (suffix == "csv")
        return rope::writeWhole(request.picture.output, pairsCsv(comparisons));
    const Result<std::string> state = stateOf(request);
    if (!state)
        return tl::unexpected(state.error());
    const Result<std::string> bytes = compareReport(suffix, comparisons, *state);
    return bytes ? rope::writeWhole(request.picture.output, *bytes) : tl::unexpected(bytes.error());
}

} // namespace

Result<void> runCompare(const CompareRequest& request)
{
    const std::string suffix =
        QFileInfo(QString::fromStdString(request.picture.output)).suffix().toLower().toStdString();
    const bool writes = isReportSuffix(suffix) || (suffix == "csv" && !request.further.empty());
    if (request.draws() && !writes)
        return drawComparison(request);
    const Result<std::vector<ComparedModel>> models = modelsOf(request);
    if (!models)
        return tl::unexpected(models.error());
    const Result<double> length =
        request.sequenceLength ? parseSequenceLength(*request.sequenceLength) : Result<double>(0.0);
    if (!length)
        return tl::unexpected(length.error());
    const Result<std::vector<PartComparison>> comparisons = compareParts(*models, request.layerTypes, *length);
    if (!comparisons)
        return tl::unexpected(comparisons.error());
    if (writes)
        return writeComparison(request, suffix, *comparisons);
    return writeStandardOutput(request.format == TextFormat::Json ? asJson(*models, *comparisons)
                                                                  : asTables(*comparisons));
}

} // namespace rope::cli

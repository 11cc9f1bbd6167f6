#include "core/model/comparison.h"

#include "core/base/number_text.h"
#include "core/base/plain_text.h"
#include "core/model/inspection.h"
#include "core/rotation/frequency.h"
#include "core/state/derived.h"
#include "core/state/keys.h"
#include "core/views/compared_state.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>

namespace rope {
namespace {

constexpr double sameFactor = 1e-12; ///< factors this near count as one

/// The part of a model that takes part in the comparison.
struct Side {
    const ComparedModel* model;
    std::size_t part;

    const RotarySettings& rotary() const { return model->settings().layers[part]; }
};

std::size_t indexOf(const ModelSettings& model, const RotarySettings& layer)
{
    return static_cast<std::size_t>(&layer - model.layers.data());
}

Result<Side> sideNamed(const ComparedModel& model, const std::string& layerType)
{
    const ModelSettings& settings = model.settings();
    if (settings.layers.size() == 1)
        return Side{&model, 0};
    std::string names;
    for (std::size_t part = 0; part < settings.layers.size(); ++part) {
        if (settings.layers[part].layerType == layerType)
            return Side{&model, part};
        names += (names.empty() ? "" : ", ") + settings.layers[part].layerType;
    }
    return refuse("--layer-type", "'" + printable(layerType) + "' is no kind of layer of " + printable(settings.name) +
                                      "; there are: " + names);
}

/// Texts of inspection.h are JSON; a table shows words without their quotes.
std::string plain(const std::string& jsonText)
{
    const auto json = nlohmann::json::parse(jsonText, nullptr, false);
    return json.is_string() ? json.get<std::string>() : jsonText;
}

void addRow(std::vector<ComparedRow>& rows, const std::string& name, std::size_t models, std::size_t model,
            ComparedCell cell)
{
    auto row = std::ranges::find(rows, name, &ComparedRow::name);
    if (row == rows.end())
        row = rows.insert(rows.end(), {name, std::vector<ComparedCell>(models, {"not there"})});
    row->cells[model] = std::move(cell);
}

/// The part of the model's file that has the same kind of layer; nothing where nobody knows its file.
std::optional<std::size_t> partInFile(const Side& side)
{
    const ModelFile& file = side.model->file;
    if (file.format.empty())
        return std::nullopt;
    const auto found = std::ranges::find(file.model.layers, side.rotary().layerType, &RotarySettings::layerType);
    if (found != file.model.layers.end())
        return indexOf(file.model, *found);
    return side.part < file.model.layers.size() ? std::optional(side.part) : std::nullopt;
}

/// Every value of the part with its origin in the file, or by hand where it is no longer the file's.
InspectedPart inspectedPart(const Side& side)
{
    ModelFile file = side.model->file;
    const std::optional<std::size_t> known = partInFile(side);
    const std::map<std::string, Origin> origins =
        known ? originsOf(file, *known, side.rotary()) : std::map<std::string, Origin>{};
    file.model = side.model->settings();
    InspectedPart part = inspect(file)[side.part];
    const Origin unknown{side.model->settings().source.empty() ? "set by hand" : "kept in the session",
                         Origin::Kind::Rule};
    const auto settle = [&](std::vector<InspectedValue>& values, const std::string& prefix) {
        for (InspectedValue& value : values) {
            const auto found = origins.find(prefix + value.name);
            value.origin = found == origins.end() ? unknown : found->second;
        }
    };
    settle(part.values, "");
    settle(part.parameters, "scheme.");
    return part;
}

Origin computed(const char* how)
{
    return {how, Origin::Kind::Rule};
}

std::string axesOf(const RotarySettings& rotary)
{
    ExplorerState state;
    state.model.layers = {rotary};
    const auto key = findKey(state, "model.axes");
    std::string text = key ? std::get<std::string>(key->get(state)) : "";
    for (const int section : rotary.axisSections)
        text += " " + std::to_string(section);
    return text;
}

/// `64 values from 1 to 47.7`, and which digits they have by their sum.
std::string factorsText(const std::vector<double>& factors)
{
    const auto [low, high] = std::ranges::minmax(factors);
    double sum = 0.0;
    for (const double factor : factors)
        sum += factor;
    return std::to_string(factors.size()) + " values from " + shortestNumber(low) + " to " + shortestNumber(high) +
           ", together " + shortestNumber(sum);
}

/// What follows from the values, which is what a reader wants to know of them.
void addDerived(std::vector<ComparedRow>& rows, const Side& side, const Schedule& schedule, std::size_t models,
                std::size_t model)
{
    const RotarySettings& rotary = side.rotary();
    const auto add = [&](const char* name, std::string text, const char* how) {
        addRow(rows, name, models, model, {std::move(text), true, computed(how)});
    };
    add("pairs", std::to_string(rotary.rotates ? schedule.inverseFrequency.size() : 0), "rotary_dim / 2");
    add("partners", partnersOf(rotary), "pairing, rotary_dim and which end of the head turns");
    add("sense", rotary.negativeAngle ? "-m theta" : "m theta", "as the code of the family turns");
    add("axes", axesOf(rotary), "how positions are dealt to the pairs");
    if (!rotary.shortFactors.empty())
        add("short_factors", factorsText(rotary.shortFactors), "one for each pair");
    if (!rotary.longFactors.empty())
        add("long_factors", factorsText(rotary.longFactors), "one for each pair");
    const Eigen::VectorXd& theta = schedule.inverseFrequency;
    add("pairs_that_finish_a_turn", std::to_string(pairsThatFinishATurn(schedule.unscaled, rotary.originalContext)),
        "unscaled wavelength <= original_context");
    const double slowest = theta.size() == 0 ? 0.0 : theta.minCoeff();
    add("longest_wavelength",
        slowest > 0.0 ? roundedNumber(2.0 * std::numbers::pi / slowest, 12) : "none: some pair does not turn",
        "2 pi / theta of the slowest pair, tokens");
    add("softmax_scale", shortestNumber(schedule.softmaxScaleFactor / std::sqrt(rotary.headDim)),
        "softmax_scale_factor / sqrt(head_dim)");
}

void addLayers(std::vector<ComparedRow>& rows, const std::vector<Side>& sides, std::size_t model)
{
    const ModelFile& file = sides[model].model->file;
    const std::optional<std::size_t> part = partInFile(sides[model]);
    if (part && *part < file.parts.size() && !file.parts[*part].layers.empty())
        addRow(rows, "layers", sides.size(), model,
               {rangesOf(file.parts[*part].layers), true, originOf(file, *part, "layers")});
}

void markDifferences(std::vector<ComparedRow>& rows)
{
    for (ComparedRow& row : rows)
        row.differs = std::ranges::any_of(
            row.cells, [&](const ComparedCell& cell) { return cell.text != row.cells.front().text; });
}

Result<std::vector<ComparedRow>> rowsOf(const std::vector<Side>& sides, double sequenceLength)
{
    std::vector<ComparedRow> rows;
    for (std::size_t model = 0; model < sides.size(); ++model) {
        const InspectedPart part = inspectedPart(sides[model]);
        addRow(rows, "rotates", sides.size(), model,
               {part.rotates ? "yes" : "no", true, computed("layers that turn, and layers that do not")});
        for (const InspectedValue& value : part.values)
            addRow(rows, value.name, sides.size(), model, {plain(value.text), true, value.origin});
    }
    for (std::size_t model = 0; model < sides.size(); ++model)
        for (const InspectedValue& value : inspectedPart(sides[model]).parameters)
            addRow(rows, "scheme." + value.name, sides.size(), model, {plain(value.text), true, value.origin});
    for (std::size_t model = 0; model < sides.size(); ++model) {
        addLayers(rows, sides, model);
        const Result<Schedule> schedule = scheduleOf(sides[model].rotary(), sequenceLength);
        if (!schedule)
            return tl::unexpected(schedule.error());
        addDerived(rows, sides[model], *schedule, sides.size(), model);
    }
    markDifferences(rows);
    return rows;
}

std::string listed(const std::vector<std::string>& words)
{
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    return text;
}

/// Names of the values in which two models differ.
std::vector<std::string> namesOfDifferences(const std::vector<ComparedRow>& rows, std::size_t second)
{
    std::vector<std::string> names;
    for (const ComparedRow& row : rows)
        if (row.cells[second].text != row.cells.front().text)
            names.push_back(row.name);
    return names;
}

std::string partingSentence(const RotaryComparison& rotary)
{
    const std::vector<PartingPair> parting = partingPairs(rotary);
    if (parting.empty())
        return " Their frequencies are the same.";
    return " Pair " + std::to_string(parting.front().pair) + " parts first: 0.1 rad " +
           distanceText(parting.front().tenth) + ", 1 rad " + distanceText(parting.front().one) + ".";
}

std::string verdictOf(const PartComparison& comparison, std::size_t second)
{
    const RotaryComparison& rotary = comparison.against[second - 1];
    const std::string both = comparison.models.front() + " and " + comparison.models[second];
    const std::vector<std::string> names = namesOfDifferences(comparison.rows, second);
    const bool factors = std::abs(rotary.scoreRatio - 1.0) > sameFactor;
    if (names.empty() && partingPairs(rotary).empty())
        return both + " turn alike: every value is the same.";
    if (partingPairs(rotary).empty() && rotary.samePartners && rotary.notes.empty() && !factors)
        return both + " turn alike; they differ in " + listed(names) + ".";
    std::string text = both + " do not turn alike." + partingSentence(rotary);
    for (const std::string& note : rotary.notes)
        text += " " + note;
    if (factors)
        text += " By the factors alone, scores of the second are " + roundedNumber(rotary.scoreRatio, 6) +
                " times those of the first.";
    return text;
}

Result<PartComparison> compareSides(const std::vector<Side>& sides, double sequenceLength)
{
    PartComparison comparison;
    comparison.sequenceLength = sequenceLength;
    for (const Side& side : sides) {
        comparison.models.push_back(printable(side.model->settings().name));
        comparison.parts.push_back(side.rotary().layerType);
        comparison.rotary.push_back(side.rotary());
    }
    Result<std::vector<ComparedRow>> rows = rowsOf(sides, sequenceLength);
    if (!rows)
        return tl::unexpected(rows.error());
    comparison.rows = *std::move(rows);
    for (std::size_t second = 1; second < sides.size(); ++second) {
        Result<RotaryComparison> rotary =
            compareRotary(comparison.rotary.front(), comparison.rotary[second], sequenceLength);
        if (!rotary)
            return tl::unexpected(rotary.error());
        comparison.against.push_back(*std::move(rotary));
    }
    for (std::size_t second = 1; second < sides.size(); ++second)
        comparison.verdicts.push_back(verdictOf(comparison, second));
    return comparison;
}

Result<std::vector<std::vector<Side>>> sidesNamed(const std::vector<ComparedModel>& models,
                                                  const std::vector<std::string>& layerTypes)
{
    if (layerTypes.size() != 1 && layerTypes.size() != models.size())
        return refuse("--layer-type", "stands " + std::to_string(layerTypes.size()) + " times; give it once for all, " +
                                          "or once for each of the " + std::to_string(models.size()) + " models");
    std::vector<Side> sides;
    for (std::size_t model = 0; model < models.size(); ++model) {
        const Result<Side> side = sideNamed(models[model], layerTypes[layerTypes.size() == 1 ? 0 : model]);
        if (!side)
            return tl::unexpected(side.error());
        sides.push_back(*side);
    }
    return std::vector<std::vector<Side>>{sides};
}

/// Every part of the model with the most, each beside its counterparts.
std::vector<std::vector<Side>> sidesOfAllParts(const std::vector<ComparedModel>& models)
{
    const auto leader =
        std::ranges::max_element(models, {}, [](const ComparedModel& model) { return model.settings().layers.size(); });
    std::vector<std::vector<Side>> all;
    for (const RotarySettings& layer : leader->settings().layers) {
        std::vector<Side> sides;
        for (const ComparedModel& model : models)
            sides.push_back({&model, &model == &*leader ? indexOf(model.settings(), layer)
                                                        : indexOf(model.settings(),
                                                                  counterpartOf(layer.layerType, model.settings()))});
        all.push_back(std::move(sides));
    }
    return all;
}

} // namespace

std::vector<const ComparedRow*> PartComparison::differences() const
{
    std::vector<const ComparedRow*> found;
    for (const ComparedRow& row : rows)
        if (row.differs)
            found.push_back(&row);
    return found;
}

std::vector<std::int64_t> PartComparison::positions(int count) const
{
    double longest = 1.0;
    for (const RotarySettings& each : rotary)
        longest = std::max({longest, each.maximumContext, each.originalContext});
    return spreadPositions(static_cast<std::int64_t>(std::min(longest, static_cast<double>(maximumLength))), count);
}

RotationAgreement PartComparison::agreement(std::size_t second, const std::vector<std::int64_t>& at) const
{
    return rotaryAgreement(rotary.front(), rotary[second], sequenceLength, at);
}

Result<std::vector<PartComparison>> compareParts(const std::vector<ComparedModel>& models,
                                                 const std::vector<std::string>& layerTypes, double sequenceLength)
{
    const auto wanted = layerTypes.empty() ? Result<std::vector<std::vector<Side>>>(sidesOfAllParts(models))
                                           : sidesNamed(models, layerTypes);
    if (!wanted)
        return tl::unexpected(wanted.error());
    std::vector<PartComparison> comparisons;
    for (const std::vector<Side>& sides : *wanted) {
        Result<PartComparison> comparison = compareSides(sides, sequenceLength);
        if (!comparison)
            return tl::unexpected(comparison.error());
        comparisons.push_back(*std::move(comparison));
    }
    return comparisons;
}

std::string distanceText(double tokens)
{
    return std::isfinite(tokens) ? "after " + roundedNumber(tokens, 6) + " tokens" : "never";
}

} // namespace rope

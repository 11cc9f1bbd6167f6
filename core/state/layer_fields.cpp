#include "core/state/layer_fields.h"

#include "core/schemes/registry.h"
#include "core/state/axes.h"
#include "core/state/key_rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace rope {

namespace {

void fitPair(ExplorerState& state)
{
    state.highlightedPair = std::clamp(state.highlightedPair, 0, pairCount(state) - 1);
}

Result<void> requireEven(const std::string& id, double value)
{
    if (std::fmod(value, 2.0) != 0.0)
        return refuse(id, formatValue(value) + " is odd; channels turn in pairs, so it must be even");
    return {};
}

Result<void> setHeadDim(ExplorerState& state, const Value& value)
{
    if (const auto even = requireEven("model.head_dim", std::get<double>(value)); !even)
        return even;
    RotarySettings& rotary = activeRotary(state);
    const int headDim = static_cast<int>(std::get<double>(value));
    rotary.rotaryDim = rotary.rotaryDim == rotary.headDim ? headDim : std::min(rotary.rotaryDim, headDim);
    rotary.headDim = headDim;
    dropUnfitAxes(rotary);
    fitPair(state);
    return {};
}

Result<void> setRotaryDim(ExplorerState& state, const Value& value)
{
    if (const auto even = requireEven("model.rotary_dim", std::get<double>(value)); !even)
        return even;
    RotarySettings& rotary = activeRotary(state);
    const int rotaryDim = static_cast<int>(std::get<double>(value));
    if (rotaryDim > rotary.headDim)
        return refuse("model.rotary_dim", std::to_string(rotaryDim) + " is larger than the head dimension " +
                                              std::to_string(rotary.headDim) + "; at most all channels rotate");
    rotary.rotaryDim = rotaryDim;
    dropUnfitAxes(rotary);
    fitPair(state);
    return {};
}

Result<void> setScheme(ExplorerState& state, const Value& value)
{
    RotarySettings& rotary = activeRotary(state);
    rotary.scheme = std::get<std::string>(value);
    std::map<std::string, double> parameters;
    for (const Parameter& parameter : findScheme(rotary.scheme)->parameters) {
        const auto kept = rotary.parameters.find(std::string(parameter.id));
        const bool usable =
            kept != rotary.parameters.end() && kept->second >= parameter.minimum && kept->second <= parameter.maximum;
        parameters[std::string(parameter.id)] = usable ? kept->second : parameter.initial;
    }
    rotary.parameters = std::move(parameters);
    const auto pairs = static_cast<std::size_t>(rotary.rotaryDim / 2);
    const bool takesLists = findScheme(rotary.scheme)->takesLists;
    if (takesLists && rotary.shortFactors.size() != pairs)
        rotary.shortFactors.assign(pairs, 1.0);
    if (takesLists && rotary.longFactors.size() != pairs)
        rotary.longFactors.assign(pairs, 1.0);
    return {};
}

std::vector<KeyChoice> schemeChoices()
{
    std::vector<KeyChoice> choices;
    for (const Scheme* scheme : schemes())
        choices.push_back({std::string(scheme->id), std::string(scheme->title)});
    return choices;
}

/// Sections as a model would have them: 16, 24, 24 and 24, 20, 20 and 22, 22, 20 of 64 pairs.
std::vector<int> usualSections(AxisRule rule, int pairs)
{
    if (rule == AxisRule::Chunked)
        return {pairs - 2 * (pairs * 3 / 8), pairs * 3 / 8, pairs * 3 / 8};
    if (rule == AxisRule::Interleaved)
        return {pairs - 2 * (pairs * 5 / 16), pairs * 5 / 16, pairs * 5 / 16};
    if (rule == AxisRule::OwnLadders)
        return {pairs - 2 * (pairs * 7 / 16), pairs * 7 / 16, pairs * 7 / 16};
    if (rule == AxisRule::HeightWidthThenTime)
        return {pairs * 11 / 32, pairs * 11 / 32, pairs - 2 * (pairs * 11 / 32)};
    return {};
}

/// Another rule keeps the sections where they fit it.
Result<void> fitSections(ExplorerState& state)
{
    RotarySettings& rotary = activeRotary(state);
    if (!requireAxesFit(rotary))
        rotary.axisSections = usualSections(rotary.axisRule, rotary.rotaryDim / 2);
    return requireAxesFit(rotary);
}

std::string sectionsText(const std::vector<int>& sections)
{
    std::string text;
    for (const int section : sections)
        text += (text.empty() ? "" : ", ") + std::to_string(section);
    return text;
}

/// Whole numbers with commas or spaces between them.
Result<std::vector<int>> sectionsIn(const std::string& text)
{
    std::vector<int> sections;
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at != end;) {
        if (*at == ' ' || *at == ',') {
            ++at;
            continue;
        }
        int section = 0;
        const auto [next, error] = std::from_chars(at, end, section);
        if (error != std::errc{})
            return refuse("model.axis_sections",
                          "'" + text.substr(0, 40) + "' is no list of pairs per axis such as 16, 24, 24");
        sections.push_back(section);
        at = next;
    }
    return sections;
}

Result<void> setSections(ExplorerState& state, const Value& value)
{
    auto sections = sectionsIn(std::get<std::string>(value));
    if (!sections)
        return tl::unexpected(sections.error());
    activeRotary(state).axisSections = *std::move(sections);
    return requireAxesFit(activeRotary(state));
}

/// A key of the member's own kind. Lists have a text of their own.
template <class Field> StateKey bound(StateKey key, Field RotarySettings::*member)
{
    const auto place = [member](ExplorerState& state) -> Field& {
        return activeRotary(state).*member;
    };
    if constexpr (std::is_enum_v<Field>)
        return choiceKey(std::move(key), place);
    else if constexpr (std::is_arithmetic_v<Field> || std::is_same_v<Field, std::string>)
        return plainKey(std::move(key), place);
    else
        return key;
}

template <class Field> LayerField field(std::string name, Field RotarySettings::*member)
{
    return {std::move(name), member};
}

/// A member that is a key too. `set` takes the place of the plain writing of the member.
template <class Field>
LayerField field(std::string name, Field RotarySettings::*member, StateKey key,
                 std::function<Result<void>(ExplorerState&, const Value&)> set = {})
{
    key = bound(std::move(key), member);
    if (set)
        key.set = std::move(set);
    return {std::move(name), member, std::move(key)};
}

std::vector<LayerField> frequencyFields()
{
    const std::string group = "Frequencies";
    return {
        field("layer_type", &RotarySettings::layerType),
        field("rotates", &RotarySettings::rotates),
        field(
            "base", &RotarySettings::base,
            offering(
                real("model.base", group, "Base B", "",
                     "theta_j = B^(-2j/d): a larger base slows every pair but the first (rope_theta in a config.json)",
                     std::nextafter(1.0, 2.0), 1e15, true),
                [](const ExplorerState&) -> KeyRange {
                    return {1.1, 1e9};
                })),
        field("head_dim", &RotarySettings::headDim,
              integer("model.head_dim", group, "Head dimension d", "channels",
                      "Channels of one attention head; two of them make a pair", 2, maximumHeadDim, true),
              setHeadDim),
        field("rotary_dim", &RotarySettings::rotaryDim,
              offering(integer("model.rotary_dim", group, "Rotary dimension", "channels",
                               "Channels that rotate; the rest pass through", 2, maximumHeadDim, true),
                       [](const ExplorerState& s) -> KeyRange {
                           return {2, static_cast<double>(activeRotary(s).headDim)};
                       }),
              setRotaryDim),
        field("pairing", &RotarySettings::pairing,
              named(ValueKind::Choice, "model.pairing", group, "Pairing", "Which channels turn together",
                    {{"half", "half-split (j, j + d/2)"}, {"interleaved", "interleaved (2j, 2j + 1)"}})),
        field("rotates_tail", &RotarySettings::rotatesTail),
        field("negative_angle", &RotarySettings::negativeAngle),
        field("scheme", &RotarySettings::scheme,
              named(ValueKind::Choice, "model.scheme", group, "Scaling",
                    "How the frequencies are changed to reach a longer context", schemeChoices()),
              setScheme),
        field("parameters", &RotarySettings::parameters),
        field("original_context", &RotarySettings::originalContext,
              integer("model.original_context", group, "Original context L", "tokens",
                      "Context the frequencies were trained for", 1, 1e9, true)),
        field("maximum_context", &RotarySettings::maximumContext,
              integer("model.maximum_context", group, "Maximum context", "tokens",
                      "Context the model claims to reach (max_position_embeddings)", 1, 1e9, true)),
        field("short_factors", &RotarySettings::shortFactors),
        field("long_factors", &RotarySettings::longFactors),
    };
}

std::vector<LayerField> axisFields()
{
    const std::string group = "Position axes";
    LayerField rule = field("axis_rule", &RotarySettings::axisRule,
                            named(ValueKind::Choice, "model.axes", group, "Axes",
                                  "How positions with several axes, of images and films, are dealt to the pairs",
                                  {{"none", "one position per token"},
                                   {"chunked", "M-RoPE in sections (Qwen2-VL)"},
                                   {"interleaved", "M-RoPE, t h w in turn (Qwen3-VL)"},
                                   {"axial_2d", "grid, height then width (Qwen-VL's vision)"},
                                   {"height_width_time", "M-RoPE, h w in turn, then t (Ernie 4.5 VL)"},
                                   {"axial_2d_width_first", "grid, width then height (SAM 2)"},
                                   {"axial_2d_one_ladder", "grid, one ladder in turn (Pixtral)"},
                                   {"own_ladders", "t h w in sections, a ladder each (Flux, Wan)"}}));
    rule.key->set = [choose = rule.key->set](ExplorerState& state, const Value& value) {
        return choose(state, value).and_then([&] { return fitSections(state); });
    };
    LayerField sections =
        field("axis_sections", &RotarySettings::axisSections,
              named(ValueKind::Text, "model.axis_sections", group, "Pairs per axis",
                    "Pairs of each axis in the model's order, such as 16, 24, 24 (mrope_section in a config.json)"),
              setSections);
    sections.key->get = [](const ExplorerState& s) -> Value {
        return sectionsText(activeRotary(s).axisSections);
    };
    return {std::move(rule), std::move(sections)};
}

} // namespace

const std::vector<LayerField>& layerFields()
{
    static const std::vector<LayerField> fields = [] {
        std::vector<LayerField> all = frequencyFields();
        std::ranges::move(axisFields(), std::back_inserter(all));
        return all;
    }();
    return fields;
}

std::string idOf(PairLayout pairing)
{
    const auto field = std::ranges::find(layerFields(), LayerMember(&RotarySettings::pairing), &LayerField::member);
    return field->key->choices[static_cast<std::size_t>(pairing)].id;
}

} // namespace rope

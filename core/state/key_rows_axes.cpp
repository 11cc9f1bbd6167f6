#include "core/state/axes.h"
#include "core/state/key_rows.h"

#include <charconv>

namespace rope {

namespace {

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
Result<void> setRule(ExplorerState& state, AxisRule rule)
{
    RotarySettings& rotary = activeRotary(state);
    rotary.axisRule = rule;
    if (!requireAxesFit(rotary))
        rotary.axisSections = usualSections(rule, rotary.rotaryDim / 2);
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

} // namespace

std::vector<StateKey> axisKeys()
{
    const std::string group = "Position axes";
    StateKey rule = choiceKey(named(ValueKind::Choice, "model.axes", group, "Axes",
                                    "How positions with several axes, of images and films, are dealt to the pairs",
                                    {{"none", "one position per token"},
                                     {"chunked", "M-RoPE in sections (Qwen2-VL)"},
                                     {"interleaved", "M-RoPE, t h w in turn (Qwen3-VL)"},
                                     {"axial_2d", "grid, height then width (Qwen-VL's vision)"},
                                     {"height_width_time", "M-RoPE, h w in turn, then t (Ernie 4.5 VL)"},
                                     {"axial_2d_width_first", "grid, width then height (SAM 2)"},
                                     {"axial_2d_one_ladder", "grid, one ladder in turn (Pixtral)"},
                                     {"own_ladders", "t h w in sections, a ladder each (Flux, Wan)"}}),
                              [](ExplorerState& s) -> AxisRule& { return activeRotary(s).axisRule; });
    rule.set = [choose = rule.set](ExplorerState& state, const Value& value) -> Result<void> {
        ExplorerState chosen = state;
        return choose(chosen, value).and_then([&] { return setRule(state, activeRotary(chosen).axisRule); });
    };
    return {
        std::move(rule),
        withAccess(
            named(ValueKind::Text, "model.axis_sections", group, "Pairs per axis",
                  "Pairs of each axis in the model's order, such as 16, 24, 24 (mrope_section in a config.json)"),
            [](const ExplorerState& s) -> Value { return sectionsText(activeRotary(s).axisSections); }, setSections),
    };
}

} // namespace rope

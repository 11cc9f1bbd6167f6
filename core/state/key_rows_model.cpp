#include "core/schemes/registry.h"
#include "core/state/axes.h"
#include "core/state/key_rows.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rope {

namespace {

constexpr double degree = std::numbers::pi / 180.0;

/// A position key that takes the other position along when the offset is kept.
StateKey positionKey(StateKey key, std::int64_t PositionSettings::*moved, std::int64_t PositionSettings::*other)
{
    key.get = [moved](const ExplorerState& state) -> Value {
        return static_cast<double>(state.positions.*moved);
    };
    key.set = [moved, other, id = key.id](ExplorerState& state, const Value& value) -> Result<void> {
        const auto target = static_cast<std::int64_t>(std::get<double>(value));
        if (state.positions.keepOffset) {
            const std::int64_t partner = state.positions.*other + target - state.positions.*moved;
            if (partner < 0 || partner > maximumLength)
                return refuse(id, "with the offset kept, the other position would be " + std::to_string(partner) +
                                      "; it must stay between 0 and " + std::to_string(maximumLength));
            state.positions.*other = partner;
        }
        state.positions.*moved = target;
        return {};
    };
    return key;
}

/// A position goes up to the end of the sequence, and as far as the other one can follow it.
StateKey positionRow(StateKey key, std::int64_t PositionSettings::*moved, std::int64_t PositionSettings::*other)
{
    return offering(positionKey(std::move(key), moved, other), [moved, other](const ExplorerState& s) -> KeyRange {
        const std::int64_t lead = s.positions.keepOffset ? s.positions.*moved - s.positions.*other : 0;
        const std::int64_t end = std::max({s.sequence.length - 1, s.positions.query, s.positions.key, std::int64_t{1}});
        return {static_cast<double>(std::max(std::int64_t{0}, lead)), static_cast<double>(std::min(end, end + lead))};
    });
}

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

/// A view of one number of the highlighted pair's content; angles are shown in degrees.
StateKey pairKey(StateKey key, double PairContent::*member, double unit)
{
    key.stored = false;
    key.get = [member, unit](const ExplorerState& s) -> Value {
        return pairContent(s, s.highlightedPair).*member / unit;
    };
    key.set = [member, unit](ExplorerState& s, const Value& value) -> Result<void> {
        const auto needed = static_cast<std::size_t>(s.highlightedPair) + 1;
        if (s.pairs.size() < needed)
            s.pairs.resize(needed);
        s.pairs[needed - 1].*member = std::get<double>(value) * unit;
        return {};
    };
    return key;
}

} // namespace

std::vector<StateKey> positionKeys()
{
    const double last = static_cast<double>(maximumLength);
    return {
        positionRow(integer("positions.query", "Positions", "Query position m", "tokens",
                            "Position of the query: its pairs turn by m theta", 0, last),
                    &PositionSettings::query, &PositionSettings::key),
        positionRow(integer("positions.key", "Positions", "Key position n", "tokens",
                            "Position of the key: its pairs turn by n theta", 0, last),
                    &PositionSettings::key, &PositionSettings::query),
        plainKey(named(ValueKind::Switch, "positions.keep_offset", "Positions", "Keep the offset n − m",
                       "Moving one position moves the other by as much, so the score stays"),
                 [](ExplorerState& s) -> bool& { return s.positions.keepOffset; }),
    };
}

std::vector<StateKey> modelKeys()
{
    const std::string group = "Frequencies";
    return {
        offering(
            plainKey(
                real("model.base", group, "Base B", "",
                     "theta_j = B^(-2j/d): a larger base slows every pair but the first (rope_theta in a config.json)",
                     std::nextafter(1.0, 2.0), 1e15, true),
                [](ExplorerState& s) -> double& { return activeRotary(s).base; }),
            [](const ExplorerState&) -> KeyRange {
                return {1.1, 1e9};
            }),
        withAccess(
            integer("model.head_dim", group, "Head dimension d", "channels",
                    "Channels of one attention head; two of them make a pair", 2, maximumHeadDim, true),
            [](const ExplorerState& s) -> Value { return static_cast<double>(activeRotary(s).headDim); }, setHeadDim),
        offering(withAccess(
                     integer("model.rotary_dim", group, "Rotary dimension", "channels",
                             "Channels that rotate; the rest pass through", 2, maximumHeadDim, true),
                     [](const ExplorerState& s) -> Value { return static_cast<double>(activeRotary(s).rotaryDim); },
                     setRotaryDim),
                 [](const ExplorerState& s) -> KeyRange {
                     return {2, static_cast<double>(activeRotary(s).headDim)};
                 }),
        offering(plainKey(integer("pair.highlighted", group, "Highlighted pair j", "",
                                  "The pair on show: 0 turns fastest", 0, maximumHeadDim / 2 - 1),
                          [](ExplorerState& s) -> int& { return s.highlightedPair; }),
                 [](const ExplorerState& s) -> KeyRange {
                     return {0, static_cast<double>(pairCount(s) - 1)};
                 }),
        choiceKey(named(ValueKind::Choice, "model.pairing", group, "Pairing", "Which channels turn together",
                        {{"half", "half-split (j, j + d/2)"}, {"interleaved", "interleaved (2j, 2j + 1)"}}),
                  [](ExplorerState& s) -> PairLayout& { return activeRotary(s).pairing; }),
        withAccess(
            named(ValueKind::Choice, "model.scheme", group, "Scaling",
                  "How the frequencies are changed to reach a longer context", schemeChoices()),
            [](const ExplorerState& s) -> Value { return activeRotary(s).scheme; }, setScheme),
        plainKey(integer("model.original_context", group, "Original context L", "tokens",
                         "Context the frequencies were trained for", 1, 1e9, true),
                 [](ExplorerState& s) -> double& { return activeRotary(s).originalContext; }),
        plainKey(integer("model.maximum_context", group, "Maximum context", "tokens",
                         "Context the model claims to reach (max_position_embeddings)", 1, 1e9, true),
                 [](ExplorerState& s) -> double& { return activeRotary(s).maximumContext; }),
    };
}

std::vector<StateKey> pairKeys()
{
    const std::string group = "Highlighted pair";
    return {
        pairKey(real("pair.query_length", group, "Length of q", "", "Length of q in this pair", 0, 10),
                &PairContent::queryLength, 1.0),
        pairKey(real("pair.query_angle", group, "Angle of q", "degrees", "Direction of q in this pair before rotation",
                     -180, 180),
                &PairContent::queryAngle, degree),
        pairKey(real("pair.key_length", group, "Length of k", "", "Length of k in this pair", 0, 10),
                &PairContent::keyLength, 1.0),
        pairKey(real("pair.key_angle", group, "Angle of k", "degrees", "Direction of k in this pair before rotation",
                     -180, 180),
                &PairContent::keyAngle, degree),
    };
}

} // namespace rope

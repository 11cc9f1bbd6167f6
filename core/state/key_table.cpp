#include "core/state/key_table.h"

#include "core/schemes/registry.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rope {

namespace {

constexpr double degree = std::numbers::pi / 180.0;

/// A key whose value is a member reached by `member(state)`: integers, reals and texts.
template <class Member> StateKey plainKey(StateKey key, Member member)
{
    key.get = [member](const ExplorerState& state) -> Value {
        const auto& field = member(const_cast<ExplorerState&>(state));
        if constexpr (std::is_same_v<std::decay_t<decltype(field)>, std::string>)
            return field;
        else
            return static_cast<double>(field);
    };
    key.set = [member](ExplorerState& state, const Value& value) -> Result<void> {
        auto& field = member(state);
        using Field = std::decay_t<decltype(field)>;
        if constexpr (std::is_same_v<Field, std::string>)
            field = std::get<std::string>(value);
        else if constexpr (std::is_same_v<Field, bool>)
            field = std::get<double>(value) != 0.0;
        else
            field = static_cast<Field>(std::get<double>(value));
        return {};
    };
    return key;
}

/// A choice key over an enumeration: choice i is the enumerator with value i.
template <class Member> StateKey choiceKey(StateKey key, Member member)
{
    key.kind = ValueKind::Choice;
    const std::vector<KeyChoice> choices = key.choices;
    key.get = [member, choices](const ExplorerState& state) -> Value {
        return choices[static_cast<std::size_t>(member(const_cast<ExplorerState&>(state)))].id;
    };
    key.set = [member, choices](ExplorerState& state, const Value& value) -> Result<void> {
        const auto found = std::ranges::find(choices, std::get<std::string>(value), &KeyChoice::id);
        auto& field = member(state);
        field = static_cast<std::decay_t<decltype(field)>>(found - choices.begin());
        return {};
    };
    return key;
}

StateKey integer(std::string id, std::string group, std::string title, std::string unit, std::string help,
                 double minimum, double maximum, bool logarithmic = false)
{
    return {.id = std::move(id),
            .group = std::move(group),
            .title = std::move(title),
            .unit = std::move(unit),
            .help = std::move(help),
            .kind = ValueKind::Integer,
            .minimum = minimum,
            .maximum = maximum,
            .logarithmic = logarithmic};
}

StateKey real(std::string id, std::string group, std::string title, std::string unit, std::string help, double minimum,
              double maximum, bool logarithmic = false)
{
    StateKey key = integer(std::move(id), std::move(group), std::move(title), std::move(unit), std::move(help), minimum,
                           maximum, logarithmic);
    key.kind = ValueKind::Real;
    return key;
}

StateKey named(ValueKind kind, std::string id, std::string group, std::string title, std::string help,
               std::vector<KeyChoice> choices = {})
{
    return {.id = std::move(id),
            .group = std::move(group),
            .title = std::move(title),
            .help = std::move(help),
            .kind = kind,
            .choices = std::move(choices)};
}

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
    if (rotary.scheme == "longrope" && rotary.shortFactors.size() != pairs)
        rotary.shortFactors.assign(pairs, 1.0);
    if (rotary.scheme == "longrope" && rotary.longFactors.size() != pairs)
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

StateKey withAccess(StateKey key, std::function<Value(const ExplorerState&)> get,
                    std::function<Result<void>(ExplorerState&, const Value&)> set)
{
    key.get = std::move(get);
    key.set = std::move(set);
    return key;
}

std::vector<StateKey> positionKeys()
{
    const double last = static_cast<double>(maximumLength);
    return {
        positionKey(integer("positions.query", "Positions", "Query position m", "tokens",
                            "Position of the query: its pairs turn by m theta", 0, last),
                    &PositionSettings::query, &PositionSettings::key),
        positionKey(integer("positions.key", "Positions", "Key position n", "tokens",
                            "Position of the key: its pairs turn by n theta", 0, last),
                    &PositionSettings::key, &PositionSettings::query),
        plainKey(named(ValueKind::Switch, "positions.keep_offset", "Positions", "Keep the offset n - m",
                       "Moving one position moves the other by as much, so the score stays"),
                 [](ExplorerState& s) -> bool& { return s.positions.keepOffset; }),
    };
}

std::vector<StateKey> modelKeys()
{
    const std::string group = "Frequencies";
    return {
        plainKey(real("model.base", group, "Base B", "",
                      "theta_j = B^(-2j/d): a larger base slows every pair but the first (rope_theta in a config.json)",
                      std::nextafter(1.0, 2.0), 1e15, true),
                 [](ExplorerState& s) -> double& { return activeRotary(s).base; }),
        withAccess(
            integer("model.head_dim", group, "Head dimension d", "channels",
                    "Channels of one attention head; two of them make a pair", 2, maximumHeadDim, true),
            [](const ExplorerState& s) -> Value { return static_cast<double>(activeRotary(s).headDim); }, setHeadDim),
        withAccess(
            integer("model.rotary_dim", group, "Rotary dimension", "channels",
                    "Channels that rotate; the rest pass through", 2, maximumHeadDim, true),
            [](const ExplorerState& s) -> Value { return static_cast<double>(activeRotary(s).rotaryDim); },
            setRotaryDim),
        plainKey(integer("pair.highlighted", group, "Highlighted pair j", "", "The pair on show: 0 turns fastest", 0,
                         maximumHeadDim / 2 - 1),
                 [](ExplorerState& s) -> int& { return s.highlightedPair; }),
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

std::vector<StateKey> sequenceKeys()
{
    const std::string group = "Sequence";
    return {
        plainKey(integer("sequence.length", group, "Length T", "tokens", "Tokens in the sequence", 1,
                         static_cast<double>(maximumLength), true),
                 [](ExplorerState& s) -> std::int64_t& { return s.sequence.length; }),
        choiceKey(
            named(ValueKind::Choice, "sequence.content", group, "Content",
                  "Whether every position holds the same q and k",
                  {{"identical", "identical"}, {"tokens", "tokens of the sentence"}, {"random", "random (seeded)"}}),
            [](ExplorerState& s) -> ContentKind& { return s.sequence.content; }),
        plainKey(real("sequence.content_mix", group, "Content mix", "",
                      "0: identical content; 1: the varied content alone", 0, 1),
                 [](ExplorerState& s) -> double& { return s.sequence.contentMix; }),
        plainKey(integer("sequence.seed", group, "Seed", "", "Chooses the random content", 0, 1e9),
                 [](ExplorerState& s) -> std::int64_t& { return s.sequence.seed; }),
        plainKey(named(ValueKind::Text, "sequence.text", group, "Sentence", "Tokens, separated by spaces"),
                 [](ExplorerState& s) -> std::string& { return s.sequence.text; }),
        choiceKey(named(ValueKind::Choice, "sequence.mask", group, "Mask", "Which keys a query may see",
                        {{"none", "none"}, {"causal", "causal (n <= m)"}}),
                  [](ExplorerState& s) -> Mask& { return s.sequence.mask; }),
        choiceKey(named(ValueKind::Choice, "sequence.quantity", group, "Show", "What the score figures show",
                        {{"product", "product q\u00B7k"},
                         {"score", "score q\u00B7k / \u221Ad"},
                         {"attention", "attention probability"}}),
                  [](ExplorerState& s) -> Quantity& { return s.sequence.quantity; }),
    };
}

std::vector<StateKey> encodingKeys()
{
    const std::string group = "Encoding";
    return {
        choiceKey(named(ValueKind::Choice, "encoding.absolute", group, "Absolute",
                        "Position vectors added to x, in the figures Permutation and Encodings",
                        {{"none", "none"}, {"sinusoidal", "sinusoidal formula"}, {"learned", "learned table"}}),
                  [](ExplorerState& s) -> AbsoluteEncoding& { return s.encoding.absolute; }),
        choiceKey(named(ValueKind::Choice, "encoding.relative", group, "Relative",
                        "Position in the score, in the figures Permutation and Encodings",
                        {{"none", "none"}, {"rope", "RoPE"}, {"alibi", "ALiBi"}, {"t5", "T5 buckets"}}),
                  [](ExplorerState& s) -> RelativeEncoding& { return s.encoding.relative; }),
        plainKey(integer("encoding.table_length", group, "Table length", "tokens",
                         "Entries of the learned table: a position past its end has none", 1, 65536, true),
                 [](ExplorerState& s) -> std::int64_t& { return s.encoding.tableLength; }),
    };
}

std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ",") + name;
    return text;
}

std::vector<std::string> split(const std::string& text)
{
    std::vector<std::string> names;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        if (end > begin)
            names.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return names;
}

std::vector<KeyChoice> colorMapChoices()
{
    return {{"viridis", "viridis"},           {"magma", "magma"},
            {"inferno", "inferno"},           {"plasma", "plasma"},
            {"cividis", "cividis"},           {"balance", "balance (diverging)"},
            {"twilight", "twilight (cyclic)"}};
}

std::vector<StateKey> viewKeys()
{
    const std::string group = "View";
    const double length = static_cast<double>(maximumLength);
    return {
        plainKey(integer("view.profile_span", group, "Offsets shown", "tokens",
                         "The profile shows offsets from minus this to plus this", 1, length, true),
                 [](ExplorerState& s) -> std::int64_t& { return s.view.profileSpan; }),
        plainKey(integer("view.zoom_row", group, "First query shown", "tokens", "First query position of the matrix", 0,
                         length),
                 [](ExplorerState& s) -> std::int64_t& { return s.view.zoomRow; }),
        plainKey(integer("view.zoom_column", group, "First key shown", "tokens", "First key position of the matrix", 0,
                         length),
                 [](ExplorerState& s) -> std::int64_t& { return s.view.zoomColumn; }),
        plainKey(integer("view.zoom_span", group, "Positions shown", "tokens",
                         "Rows and columns of the matrix on show; 0 shows all", 0, length),
                 [](ExplorerState& s) -> std::int64_t& { return s.view.zoomSpan; }),
        withAccess(
            named(ValueKind::Choice, "view.color_map", group, "Colours", "Colour map of the matrix", colorMapChoices()),
            [](const ExplorerState& s) -> Value { return s.view.colorMap; },
            [](ExplorerState& s, const Value& value) -> Result<void> {
                s.view.colorMap = std::get<std::string>(value);
                return {};
            }),
        plainKey(named(ValueKind::Switch, "view.auto_range", group, "Automatic range",
                       "The colour range follows the values on show"),
                 [](ExplorerState& s) -> bool& { return s.view.autoRange; }),
        plainKey(real("view.range_minimum", group, "Range from", "", "Value of the lowest colour", -1e6, 1e6),
                 [](ExplorerState& s) -> double& { return s.view.rangeMinimum; }),
        plainKey(real("view.range_maximum", group, "Range to", "", "Value of the highest colour", -1e6, 1e6),
                 [](ExplorerState& s) -> double& { return s.view.rangeMaximum; }),
        plainKey(named(ValueKind::Text, "view.workspace", group, "Workspace", "Name of the arrangement"),
                 [](ExplorerState& s) -> std::string& { return s.view.workspace; }),
        withAccess(
            named(ValueKind::Text, "view.figures", group, "Figures", "Ids of the figures on show, with commas"),
            [](const ExplorerState& s) -> Value { return joined(s.view.figures); },
            [](ExplorerState& s, const Value& value) -> Result<void> {
                s.view.figures = split(std::get<std::string>(value));
                return {};
            }),
    };
}

} // namespace

std::vector<StateKey> buildKeyTable()
{
    std::vector<StateKey> table;
    for (auto&& part : {positionKeys(), modelKeys(), pairKeys(), sequenceKeys(), encodingKeys(), viewKeys()})
        table.insert(table.end(), part.begin(), part.end());
    return table;
}

} // namespace rope

#include "core/state/key_rows_view.h"

#include "core/state/content_choice.h"
#include "core/state/key_rows.h"
#include "core/state/score_range.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

namespace rope {

namespace {

StateKey formatKey(const std::string& part, const std::string& title, NumberFormat PrecisionSettings::*member)
{
    return choiceKey(
        named(ValueKind::Choice, "precision." + part, "Precision", title,
              "Number format of the " + part + ", in the figure Precision",
              {{"float64", "float64"}, {"float32", "float32"}, {"bfloat16", "bfloat16"}, {"float16", "float16"}}),
        [member](ExplorerState& s) -> NumberFormat& { return s.precision.*member; });
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

std::string orderText(const std::vector<int>& order)
{
    std::string text;
    for (const int place : order)
        text += (text.empty() ? "" : " ") + std::to_string(place);
    return text;
}

/// Places with spaces or commas between them, each of 0 ... count - 1 once.
Result<std::vector<int>> orderFromText(std::string text)
{
    std::ranges::replace(text, ',', ' ');
    std::vector<int> order;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        int place = -1;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), place);
        if (error != std::errc() || end != word.data() + word.size())
            return refuse("sequence.order", "'" + word.substr(0, 20) + "' is not a place; write places as 2 0 1");
        order.push_back(place);
    }
    std::vector<int> sorted = order;
    std::ranges::sort(sorted);
    for (std::size_t place = 0; place < sorted.size(); ++place)
        if (sorted[place] != static_cast<int>(place))
            return refuse("sequence.order", "each place from 0 to " + std::to_string(sorted.size() - 1) +
                                                " must stand in it once, as in 2 0 1");
    return order;
}

/// Layers or heads of the content file.
StateKey fileKey(StateKey key, int SequenceSettings::*place, int ContentFacts::*count)
{
    const double most = key.maximum;
    key = plainKey(std::move(key), [place](ExplorerState& s) -> int& { return s.sequence.*place; });
    return offering(std::move(key), [place, count, most](const ExplorerState& s) -> KeyRange {
        const ContentFacts& facts = s.sequence.contentFacts;
        const double last = facts.isKnown() ? facts.*count - 1 : most;
        return {0, std::max(last, static_cast<double>(s.sequence.*place))};
    });
}

/// A limit of the colours: as far as the scores on show reach to both sides, and the present range.
StateKey colourKey(StateKey key, double ViewSettings::*limit)
{
    key = plainKey(std::move(key), [limit](ExplorerState& s) -> double& { return s.view.*limit; });
    return offering(std::move(key), [](const ExplorerState& s) -> KeyRange {
        const double most =
            roundedUp(std::max({usualLargestScore(s), std::abs(s.view.rangeMinimum), std::abs(s.view.rangeMaximum)}));
        return {-most, most};
    });
}

/// A corner or side of the part of the matrix on show: at most `beyond` more than the last position.
StateKey zoomKey(StateKey key, std::int64_t ViewSettings::*member, std::int64_t beyond)
{
    key = plainKey(std::move(key), [member](ExplorerState& s) -> std::int64_t& { return s.view.*member; });
    return offering(std::move(key), [beyond](const ExplorerState& s) -> KeyRange {
        return {0, static_cast<double>(std::max<std::int64_t>(0, s.sequence.length - 1 + beyond))};
    });
}

std::vector<KeyChoice> colorMapChoices()
{
    return {{"viridis", "viridis"},           {"magma", "magma"},
            {"inferno", "inferno"},           {"plasma", "plasma"},
            {"cividis", "cividis"},           {"balance", "balance (diverging)"},
            {"twilight", "twilight (cyclic)"}};
}

} // namespace

std::vector<StateKey> sequenceKeys()
{
    const std::string group = "Sequence";
    return {
        plainKey(integer("sequence.length", group, "Length T", "tokens", "Tokens in the sequence", 1,
                         static_cast<double>(maximumLength), true),
                 [](ExplorerState& s) -> std::int64_t& { return s.sequence.length; }),
        choiceKey(named(ValueKind::Choice, "sequence.content", group, "Content",
                        "Whether every position holds the same q and k",
                        {{"identical", "identical"},
                         {"tokens", "tokens of the sentence"},
                         {"random", "random (seeded)"},
                         {"file", "queries and keys of a file"}}),
                  [](ExplorerState& s) -> ContentKind& { return s.sequence.content; }),
        plainKey(real("sequence.content_mix", group, "Content mix", "",
                      "0: identical content; 1: the varied content alone", 0, 1),
                 [](ExplorerState& s) -> double& { return s.sequence.contentMix; }),
        plainKey(integer("sequence.seed", group, "Seed", "", "Chooses the random content", 0, 1e9),
                 [](ExplorerState& s) -> std::int64_t& { return s.sequence.seed; }),
        plainKey(named(ValueKind::Text, "sequence.text", group, "Sentence", "Tokens, separated by spaces"),
                 [](ExplorerState& s) -> std::string& { return s.sequence.text; }),
        withAccess(
            named(ValueKind::Text, "sequence.order", group, "Word order",
                  "Order of the words in the figure Permutation, as places from 0: 2 0 1; empty exchanges first and "
                  "last"),
            [](const ExplorerState& s) -> Value { return orderText(s.sequence.order); },
            [](ExplorerState& s, const Value& value) -> Result<void> {
                return orderFromText(std::get<std::string>(value)).map([&s](const std::vector<int>& order) {
                    s.sequence.order = order;
                });
            }),
        withAccess(
            named(ValueKind::Text, "sequence.content_file", group, "Content file",
                  "A .npy with queries (keys beside it: x_q.npy, x_k.npy), or a capture: capture:tinylm_natural"),
            [](const ExplorerState& s) -> Value { return s.sequence.contentFile; },
            [](ExplorerState& s, const Value& value) -> Result<void> {
                if (const auto& file = std::get<std::string>(value); file != s.sequence.contentFile) {
                    s.sequence.contentFile = file;
                    s.sequence.contentFacts = {};
                }
                return {};
            }),
        fileKey(integer("sequence.file_layer", group, "Layer", "", "Layer of the content file", 0, 1023),
                &SequenceSettings::fileLayer, &ContentFacts::layers),
        fileKey(integer("sequence.file_head", group, "Head", "", "Query head of the content file", 0, 1023),
                &SequenceSettings::fileHead, &ContentFacts::queryHeads),
        choiceKey(named(ValueKind::Choice, "sequence.file_rotated", group, "File holds",
                        "Whether the queries and keys of the content file are rotated already",
                        {{"before", "q and k before rotation"}, {"after", "q and k already rotated"}}),
                  [](ExplorerState& s) -> FileRotation& { return s.sequence.fileRotation; }),
        choiceKey(named(ValueKind::Choice, "sequence.mask", group, "Mask", "Which keys a query may see",
                        {{"none", "none"}, {"causal", "causal (n <= m)"}}),
                  [](ExplorerState& s) -> Mask& { return s.sequence.mask; }),
        choiceKey(named(ValueKind::Choice, "sequence.quantity", group, "Show", "What the score figures show",
                        {{"product", "product q\u00B7k"},
                         {"score", "score q\u00B7k / \u221Ad"},
                         {"attention", "attention probability"}}),
                  [](ExplorerState& s) -> Quantity& { return s.sequence.quantity; }),
        choiceKey(
            named(ValueKind::Choice, "scores.part", group, "Part shown",
                  "The scores, or one of the two parts that they are the sum of: the mean of every diagonal, "
                  "which the offset alone decides, and the rest, which content adds",
                  {{"whole", "whole scores"}, {"positional", "positional pattern"}, {"content", "content variation"}}),
            [](ExplorerState& s) -> ScorePart& { return s.view.scorePart; }),
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

std::vector<StateKey> precisionKeys()
{
    return {
        formatKey("positions", "Positions", &PrecisionSettings::positions),
        formatKey("frequencies", "Frequencies", &PrecisionSettings::frequencies),
        formatKey("tables", "Cosine and sine tables", &PrecisionSettings::tables),
        formatKey("vectors", "Queries and keys", &PrecisionSettings::vectors),
    };
}

std::vector<StateKey> aliasingKeys()
{
    return {
        offering(
            plainKey(integer("aliasing.pairs", "Aliasing", "Pairs compared", "",
                             "How many pairs tell offsets apart in the figure Aliasing: the highlighted one and the "
                             "slower ones after it",
                             1, maximumHeadDim / 2),
                     [](ExplorerState& s) -> int& { return s.aliasing.pairs; }),
            [](const ExplorerState& s) -> KeyRange { // from the highlighted pair on
                return {1, static_cast<double>(std::max(s.aliasing.pairs, pairCount(s) - s.highlightedPair))};
            }),
        plainKey(real("aliasing.tolerance", "Aliasing", "Tolerance", "degrees",
                      "Phases closer than this count as the same in the figure Aliasing", 0.01, 90, true),
                 [](ExplorerState& s) -> double& { return s.aliasing.toleranceDegrees; }),
    };
}

std::vector<StateKey> viewKeys()
{
    const std::string group = "View";
    const double length = static_cast<double>(maximumLength);
    return {
        plainKey(integer("rotation.proof_step", group, "Proof step", "",
                         "Why only the offset counts, step by step in the figure Rotation; 0 leaves the proof out", 0,
                         lastProofStep),
                 [](ExplorerState& s) -> int& { return s.view.proofStep; }),
        plainKey(integer("view.profile_span", group, "Offsets shown", "tokens",
                         "The profile shows offsets from minus this to plus this", 1, length, true),
                 [](ExplorerState& s) -> std::int64_t& { return s.view.profileSpan; }),
        plainKey(named(ValueKind::Switch, "view.log_offsets", group, "Logarithmic offsets",
                       "Offsets on a logarithmic axis, in figures that offer it"),
                 [](ExplorerState& s) -> bool& { return s.view.logOffsets; }),
        plainKey(integer("view.panel", group, "Panel shown", "",
                         "Of a figure with several panels: 0 shows as many as fit, 1 to 4 that one alone", 0, 4),
                 [](ExplorerState& s) -> int& { return s.view.panel; }),
        zoomKey(integer("view.zoom_row", group, "First query shown", "tokens", "First query position of the matrix", 0,
                        length),
                &ViewSettings::zoomRow, 0),
        zoomKey(integer("view.zoom_column", group, "First key shown", "tokens", "First key position of the matrix", 0,
                        length),
                &ViewSettings::zoomColumn, 0),
        zoomKey(integer("view.zoom_span", group, "Positions shown", "tokens",
                        "Rows and columns of the matrix on show; 0 shows all", 0, length),
                &ViewSettings::zoomSpan, 1),
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
        colourKey(real("view.range_minimum", group, "Range from", "", "Value of the lowest colour", -1e6, 1e6),
                  &ViewSettings::rangeMinimum),
        colourKey(real("view.range_maximum", group, "Range to", "", "Value of the highest colour", -1e6, 1e6),
                  &ViewSettings::rangeMaximum),
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

} // namespace rope

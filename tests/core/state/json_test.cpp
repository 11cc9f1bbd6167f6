#include "core/state/json.h"

#include "core/base/json_text.h"
#include "core/state/change.h"

namespace rope {

namespace {

/// A state that differs from the default in every part.
ExplorerState unusualState()
{
    ExplorerState state;
    state.model.name = "odd \"name\" \u03B8";
    state.model.layers = {RotarySettings{.layerType = "full", .headDim = 96, .rotaryDim = 64, .base = 123456.789},
                          RotarySettings{.layerType = "local", .rotates = false, .pairing = PairLayout::Interleaved}};
    state.positions = {.query = 77, .key = 1'000'003, .keepOffset = true};
    state.highlightedPair = 31;
    state.pairs = {PairContent{0.1, 0.2, 0.3, -0.4}, PairContent{1.0 / 3.0, 0, 0, 3.0}};
    state.sequence.length = 9'999'999;
    state.sequence.content = ContentKind::Random;
    state.sequence.mask = Mask::Causal;
    state.sequence.quantity = Quantity::Attention;
    state.sequence.text = "a b a";
    state.compared = ModelSettings{.name = "other"};
    state.precision.tables = NumberFormat::BFloat16;
    state.aliasing.pairs = 3;
    state.encoding.absolute = AbsoluteEncoding::Learned;
    state.view.figures = {"dials"};
    state.view.colorMap = "magma";
    return state;
}

} // namespace

TEST(Json, AStateReadsBackTheSame)
{
    for (const ExplorerState& state : {ExplorerState{}, unusualState()}) {
        const auto back = stateFromJson(toJson(state));
        ASSERT_TRUE(back.has_value()) << describe(back.error());
        EXPECT_EQ(*back, state);
    }
}

TEST(Json, RefusesWhatIsNoSessionAndSaysWhere)
{
    const std::vector<std::pair<std::string, std::string>> wrong = {
        {"", "empty"},
        {"[1, 2", "the JSON is broken"},
        {"{}", "format"},
        {R"({"format":"rope-explorer-session"})", "version"},
        {R"({"format":"rope-explorer-session","version":99})", "version 99"},
        {R"({"format":"rope-explorer-session","version":1,"surprise":{}})", "surprise"},
        {R"({"format":"rope-explorer-session","version":1,"positions":{"query":-4}})", "positions.query"},
        {R"({"format":"rope-explorer-session","version":1,"positions":{"quarry":4}})", "positions.quarry"},
        {R"({"format":"rope-explorer-session","version":1,"positions":[]})", "positions"},
        {R"({"format":"rope-explorer-session","version":1,"model":{"layers":[]}})", "model.layers"},
        {R"({"format":"rope-explorer-session","version":1,"model":{"layers":[{"head_dim":7}]}})", "model.head_dim"},
        {R"({"format":"rope-explorer-session","version":1,"pair":{"content":[[1,2,3]]}})", "pair.content"},
        {R"({"format":"rope-explorer-session","version":1,"sequence":{"length":1e400}})", "double"},
    };
    for (const auto& [text, hint] : wrong) {
        const auto state = stateFromJson(text);
        ASSERT_FALSE(state.has_value()) << text;
        const std::string message = describe(state.error());
        EXPECT_NE(message.find(hint), std::string::npos) << text << " -> " << message;
    }
}

TEST(Json, DeepAndLargeTextsAreRefusedBeforeTheyAreParsed)
{
    EXPECT_FALSE(parseJson(std::string(200000, '[')).has_value());
    EXPECT_FALSE(stateFromJson(std::string(maximumSessionBytes + 1, ' ')).has_value());
    EXPECT_TRUE(parseJson(R"({"text":"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"[["})", {.bytes = 100, .depth = 2}).has_value());
}

TEST(Json, EveryTruncationOfASessionIsRefused)
{
    const std::string text = toJson(unusualState(), -1);
    for (std::size_t length = 0; length < text.size(); ++length)
        EXPECT_FALSE(stateFromJson(text.substr(0, length)).has_value()) << length;
}

} // namespace rope

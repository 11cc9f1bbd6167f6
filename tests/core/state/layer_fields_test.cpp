#include "core/state/layer_fields.h"

#include "core/state/change.h"
#include "core/state/json.h"

#include <algorithm>

namespace rope {

TEST(LayerFields, HaveNamesAndKeysOfTheirOwn)
{
    const std::vector<LayerField>& fields = layerFields();
    for (auto field = fields.begin(); field != fields.end(); ++field) {
        EXPECT_EQ(
            std::count_if(fields.begin(), fields.end(), [&](const auto& each) { return each.name == field->name; }), 1)
            << field->name;
        EXPECT_EQ(
            std::count_if(fields.begin(), fields.end(), [&](const auto& each) { return each.member == field->member; }),
            1)
            << field->name;
        if (field->key) {
            EXPECT_EQ(findKey({}, field->key->id)->title, field->key->title);
        }
    }
}

TEST(LayerFields, OfEveryMemberAreKeptInASession)
{
    const RotarySettings odd{.layerType = "odd",
                             .rotates = false,
                             .headDim = 96,
                             .rotaryDim = 64,
                             .base = 123456.789,
                             .pairing = PairLayout::Interleaved,
                             .rotatesTail = true,
                             .negativeAngle = true,
                             .scheme = "linear",
                             .parameters = {{"factor", 3.0}},
                             .originalContext = 2048,
                             .maximumContext = 8192,
                             .shortFactors = {1.0, 2.5},
                             .longFactors = {3.5},
                             .axisRule = AxisRule::OwnLadders,
                             .axisSections = {16, 8, 8}};
    ExplorerState state;
    state.model.layers = {RotarySettings{}, odd};
    const RotarySettings plain;
    for (const LayerField& field : layerFields())
        std::visit([&](auto member) { EXPECT_NE(odd.*member, plain.*member) << field.name; }, field.member);
    const Result<ExplorerState> back = stateFromJson(toJson(state));
    ASSERT_TRUE(back.has_value()) << describe(back.error());
    EXPECT_EQ(back->model.layers[1], odd);
}

TEST(LayerFields, NameEveryValueOfAnEnumerationInKeyAndSessionAlike)
{
    for (const char* id : {"model.pairing", "model.axes"})
        for (const KeyChoice& choice : findKey({}, id)->choices) {
            const Result<ExplorerState> state = withChange({}, SetValue{id, choice.id});
            ASSERT_TRUE(state.has_value()) << choice.id;
            EXPECT_NE(toJson(*state, -1).find(':' + ('"' + choice.id) + '"'), std::string::npos) << choice.id;
            EXPECT_EQ(stateFromJson(toJson(*state)).value(), *state) << choice.id;
        }
}

TEST(LayerFields, OpenASessionOfVersionOneAsItWasWritten)
{
    const Result<ExplorerState> state = stateFromJson(R"({
        "format": "rope-explorer-session", "version": 1,
        "model": {"name": "Gemma 3 27B", "source": "gemma-3-27b", "active_layer": 0, "layers": [
            {"layer_type": "full_attention", "rotates": true, "head_dim": 128, "rotary_dim": 128, "base": 1000000.0,
             "pairing": "interleaved", "rotates_tail": false, "negative_angle": false, "scheme": "linear",
             "parameters": {"factor": 8.0}, "original_context": 131072.0, "maximum_context": 131072.0,
             "short_factors": [], "long_factors": [], "axis_rule": "chunked", "axis_sections": [16, 24, 24]},
            {"layer_type": "sliding_attention", "rotates": true, "head_dim": 128, "rotary_dim": 128, "base": 10000.0,
             "pairing": "half", "rotates_tail": false, "negative_angle": false, "scheme": "default", "parameters": {},
             "original_context": 131072.0, "maximum_context": 131072.0, "short_factors": [], "long_factors": [],
             "axis_rule": "none", "axis_sections": []}]},
        "positions": {"query": 77, "key": 5, "keep_offset": true}, "pair": {"highlighted": 9, "content": []},
        "sequence": {"length": 1024, "content": "identical", "content_mix": 1.0, "seed": 1, "text": "a b a",
                     "order": "2 0 1", "content_file": "", "file_layer": 0, "file_head": 0, "file_rotated": "before",
                     "mask": "none", "quantity": "score"},
        "scores": {"part": "whole"}, "encoding": {"absolute": "none", "relative": "rope", "table_length": 512},
        "precision": {"positions": "float32", "frequencies": "float32", "tables": "bfloat16", "vectors": "float64"},
        "aliasing": {"pairs": 1, "tolerance": 2.0}, "rotation": {"proof_step": 0},
        "view": {"profile_span": 128, "log_offsets": false, "panel": 0, "zoom_row": 0, "zoom_column": 0,
                 "zoom_span": 0, "color_map": "viridis", "auto_range": true, "range_minimum": -1.0,
                 "range_maximum": 1.0, "workspace": "explore", "figures": "dials,mask"}})");
    ASSERT_TRUE(state.has_value()) << describe(state.error());
    const RotarySettings expected{.layerType = "full_attention",
                                  .base = 1e6,
                                  .pairing = PairLayout::Interleaved,
                                  .scheme = "linear",
                                  .parameters = {{"factor", 8.0}},
                                  .originalContext = 131072,
                                  .maximumContext = 131072,
                                  .axisRule = AxisRule::Chunked,
                                  .axisSections = {16, 24, 24}};
    EXPECT_EQ(activeRotary(*state), expected);
    EXPECT_EQ(state->model.layers[1].layerType, "sliding_attention");
    EXPECT_EQ(state->positions, (PositionSettings{.query = 77, .key = 5, .keepOffset = true}));
    EXPECT_EQ(state->sequence.order, (std::vector<int>{2, 0, 1}));
    EXPECT_EQ(state->precision.tables, NumberFormat::BFloat16);
    EXPECT_EQ(state->view.figures, (std::vector<std::string>{"dials", "mask"}));
}

} // namespace rope

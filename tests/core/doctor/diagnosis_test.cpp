#include "core/doctor/diagnosis.h"

#include "core/model/presets.h"
#include "core/rotation/layout.h"
#include "core/state/axes.h"
#include "core/state/derived.h"
#include "tests/core/doctor/turned_rows.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace rope {
namespace {

using test::Turning;

constexpr auto plain = [](Eigen::Index token) {
    return static_cast<double>(token);
};

Expectation expectation(const char* preset)
{
    const ModelFile file = *loadPreset(preset);
    return {file.model, file.model.name};
}

/// A rotation as a preset has it.
Turning turningOf(const char* preset)
{
    const RotarySettings rotary = expectation(preset).model.layers.front();
    const Schedule schedule = *scheduleOf(rotary, 0.0);
    Turning turning;
    turning.headDim = rotary.headDim;
    turning.rotaryDim = rotary.rotaryDim;
    turning.layout = rotary.pairing;
    turning.inverseFrequency = schedule.inverseFrequency;
    turning.attentionFactor = schedule.attentionFactor;
    turning.format = NumberFormat::Float32;
    return turning;
}

Diagnosis diagnosed(const Turning& turning, const std::optional<Expectation>& expected = {},
                    HeadRole role = HeadRole::Query)
{
    const test::TurnedRows rows = test::turnedRows(turning);
    return *diagnose({{rows.before, rows.after, role}}, expected, true);
}

void expectFault(const Diagnosis& found, const std::string& fault, const std::string& words)
{
    EXPECT_EQ(found.faults, std::vector<std::string>{fault}) << found.verdict;
    EXPECT_NE(found.verdict.find(words), std::string::npos) << found.verdict;
}

TEST(Diagnosis, SaysThatALlamaIsAsItShouldBe)
{
    const Diagnosis found = diagnosed(turningOf("llama-3.1-8b"), expectation("llama-3.1-8b"));
    EXPECT_EQ(found.asExpected, true) << found.verdict;
    EXPECT_EQ(found.verdict,
              "half-split, all 128 channels, base 500 000, llama3 with factor 8 from 8 192: as Llama 3.1 "
              "8B has it");
    EXPECT_NE(std::ranges::find(found.nearestPresets, "llama-3.1-8b"), found.nearestPresets.end());
}

TEST(Diagnosis, NamesWhatDiffersFromTheModel)
{
    Turning turning = turningOf("llama-3-8b");
    expectFault(diagnosed(turning, expectation("llama-3.1-8b")), "missing_scaling", "llama3 with factor 8");
    expectFault(diagnosed(turning, expectation("llama-2-7b")), "wrong_base", "10 000");
    turning.sign = -1;
    expectFault(diagnosed(turning, expectation("llama-3-8b")), "wrong_sign", "wrong sense");
    turning.sign = 1;
    turning.layout = PairLayout::Interleaved;
    expectFault(diagnosed(turning, expectation("llama-3-8b")), "wrong_pairing", "half-split");
    turning = turningOf("qwen2.5-7b-yarn");
    turning.attentionFactor = 1.0;
    expectFault(diagnosed(turning, expectation("qwen2.5-7b-yarn")), "attention_factor", "1.13863");
}

TEST(Diagnosis, PutsTheFirstPositionAndTheFirstWrongPlace)
{
    Turning turning = turningOf("llama-3.1-8b");
    turning.position = [](Eigen::Index token, Eigen::Index, int) {
        return plain(token) + 1.0;
    };
    const Diagnosis found = diagnosed(turning, expectation("llama-3.1-8b"));
    expectFault(found, "offset", "positions begin at 1: off by one from token 0");
    EXPECT_EQ(found.asExpected, false);
    ASSERT_TRUE(found.firstWrong);
    EXPECT_EQ(found.firstWrong->token, 0);
    EXPECT_EQ(found.firstWrong->pair, 0);
}

TEST(Diagnosis, NamesWhatPositionsDo)
{
    Turning turning = turningOf("llama-3.1-8b");
    const auto with = [&](auto position) {
        turning.position = [position](Eigen::Index token, Eigen::Index head, int) {
            return static_cast<double>(position(token, head));
        };
        return diagnosed(turning);
    };
    using Index = Eigen::Index;
    expectFault(with([](Index t, Index) { return t < 40 ? t : t - 40; }), "positions_reset", "token 40");
    expectFault(with([](Index t, Index) { return t < 20 ? t : t + 5; }), "positions_shifted", "shifted by 5");
    expectFault(with([](Index t, Index) { return 2 * t; }), "positions_doubled", "grow by two");
    expectFault(with([](Index t, Index) { return t < 30 ? t : 2 * t - 30; }), "positions_doubled", "token 31");
    expectFault(with([](Index t, Index) { return t / 2; }), "positions_doubled", "two tokens");
    expectFault(with([](Index t, Index) { return t < 10 ? Index(0) : t - 10; }), "left_padding", "10 tokens");
    expectFault(with([](Index t, Index) { return t < 10 ? Index(1) : t - 10; }), "left_padding", "10 tokens");
    expectFault(with([](Index, Index) { return 0; }), "position_zero_only", "position 0");
    expectFault(with([](Index, Index) { return 5; }), "position_zero_only", "same angles");
    expectFault(with([](Index, Index head) { return head; }), "transposed_axes", "axis of the heads");
}

TEST(Diagnosis, NamesTheHeadThatTurnsOtherwise)
{
    Turning turning = turningOf("llama-3.1-8b");
    turning.position = [](Eigen::Index token, Eigen::Index head, int) {
        return head == 2 ? 0.0 : plain(token);
    };
    const Diagnosis found = diagnosed(turning);
    expectFault(found, "head_wrong", "head 2 does not turn at all");
    ASSERT_TRUE(found.firstWrong);
    EXPECT_EQ(found.firstWrong->token, 1);
    EXPECT_EQ(found.firstWrong->head, 2);
}

TEST(Diagnosis, TellsQueriesFromKeysThatTurnOtherwise)
{
    Turning turning = turningOf("llama-3-8b");
    const test::TurnedRows queries = test::turnedRows(turning);
    turning.layout = PairLayout::Interleaved;
    const test::TurnedRows keys = test::turnedRows(turning);
    const Diagnosis found = *diagnose(
        {{queries.before, queries.after, HeadRole::Query}, {keys.before, keys.after, HeadRole::Key}}, {}, true);
    expectFault(found, "query_key_differ", "keys turn interleaved");
}

TEST(Diagnosis, SaysThatValuesMustNotTurn)
{
    expectFault(diagnosed(turningOf("llama-3-8b"), {}, HeadRole::Value), "values_rotated", "values are rotated");
}

TEST(Diagnosis, NamesMixedConventions)
{
    Turning turning = turningOf("llama-3-8b");
    for (const PairLayout pairs : {PairLayout::HalfSplit, PairLayout::Interleaved}) {
        const std::vector<double> before = test::randomValues(turning);
        std::vector<double> after = before;
        for (Eigen::Index row = 0; row < turning.tokens * turning.heads; ++row) {
            Eigen::Map<Eigen::VectorXd> out(after.data() + row * turning.headDim, turning.headDim);
            out = rotateMixed(out, row / turning.heads, turning.inverseFrequency, pairs);
        }
        const Diagnosis found = *diagnose(
            {{test::rowsOf("q", before, turning), test::rowsOf("q_rot", after, turning), HeadRole::Query}}, {}, true);
        expectFault(found, "mixed_pairing",
                    pairs == PairLayout::HalfSplit ? "paired half-split" : "paired interleaved");
        EXPECT_NE(found.verdict.find("base 500 000"), std::string::npos) << found.verdict;
    }
}

TEST(Diagnosis, NamesNarrowTables)
{
    Turning turning = turningOf("llama-3-8b");
    for (const NumberFormat narrow : {NumberFormat::BFloat16, NumberFormat::Float16}) {
        Turning kept = turning;
        for (double& theta : kept.inverseFrequency)
            theta = roundTo(narrow, theta);
        const Diagnosis found = diagnosed(kept);
        expectFault(found, "number_format", "frequencies are kept in");
        EXPECT_EQ(found.numberFormat, narrow == NumberFormat::BFloat16 ? "bfloat16" : "float16");
    }
}

/// Positions of a text of 8 tokens, an image of 4 rows of 6, and more text, as Qwen2-VL counts them.
double imagePosition(Eigen::Index token, int axis)
{
    if (token < 8)
        return static_cast<double>(token);
    if (token >= 32)
        return static_cast<double>(token - 32 + 14);
    const Eigen::Index place = token - 8;
    return 8.0 + static_cast<double>(axis == 0 ? 0 : axis == 1 ? place / 6 : place % 6);
}

TEST(Diagnosis, NamesExchangedSectionsOfSeveralAxes)
{
    for (const char* model : {"qwen2-vl-7b", "qwen3-vl-4b"}) {
        const std::vector<int> axes = axisOfPair(expectation(model).model.layers.front());
        Turning turning = turningOf(model);
        turning.position = [&](Eigen::Index token, Eigen::Index, int pair) {
            return imagePosition(token, axes[static_cast<std::size_t>(pair)]);
        };
        const Diagnosis right = diagnosed(turning, expectation(model));
        EXPECT_EQ(right.asExpected, true) << right.verdict;
        turning.position = [&](Eigen::Index token, Eigen::Index, int pair) {
            const int axis = axes[static_cast<std::size_t>(pair)];
            return imagePosition(token, axis == 1 ? 2 : axis == 2 ? 1 : 0);
        };
        expectFault(diagnosed(turning, expectation(model)), "sections_swapped", "h and w are exchanged");
        turning.position = [](Eigen::Index token, Eigen::Index, int pair) {
            return imagePosition(token, pair < 24 ? 1 : pair < 48 ? 2 : 0);
        };
        expectFault(diagnosed(turning, expectation(model)), "sections_swapped", "dealt one after the other");
        turning.position = {};
        EXPECT_EQ(diagnosed(turning, expectation(model)).asExpected, true);
    }
}

TEST(Diagnosis, RefusesArraysOfDifferentShapes)
{
    Turning turning = turningOf("llama-3-8b");
    const test::TurnedRows rows = test::turnedRows(turning);
    const auto refused = diagnose({{rows.before, rows.after.tokens(0, 63), HeadRole::Query}}, {}, true);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("63 tokens"), std::string::npos);
}

TEST(Diagnosis, RaisesNoFalseAlarm)
{
    int alarms = 0;
    const char* models[] = {"llama-3.1-8b", "llama-2-7b", "gpt-j-6b", "qwen2.5-7b-yarn", "pythia-6.9b", "gemma-2b"};
    for (unsigned seed = 1; seed <= 240; ++seed) {
        const char* model = models[seed % std::size(models)];
        Turning turning = turningOf(model);
        turning.seed = seed;
        turning.heads = 1 + seed % 5;
        turning.tokens = 16 + seed % 70;
        turning.format = seed % 4 == 0   ? NumberFormat::BFloat16
                         : seed % 4 == 1 ? NumberFormat::Float16
                                         : NumberFormat::Float32;
        const Diagnosis found = diagnosed(turning, expectation(model));
        if (found.asExpected != true) {
            ++alarms;
            ADD_FAILURE() << model << " " << seed << ": " << found.verdict;
        }
    }
    EXPECT_EQ(alarms, 0);
}

} // namespace
} // namespace rope

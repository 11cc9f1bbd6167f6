#include "core/model/comparison.h"

#include "core/model/config/config_json.h"
#include "core/model/presets.h"

#include <algorithm>
#include <cmath>

namespace rope {
namespace {

ComparedModel preset(const char* id)
{
    return {*loadPreset(id)};
}

ComparedModel config(const std::string& text, const std::string& name)
{
    return {*readConfigJson(text, name)};
}

PartComparison onlyPart(const std::vector<ComparedModel>& models)
{
    const auto comparisons = compareParts(models, {}, 0);
    EXPECT_TRUE(comparisons.has_value());
    EXPECT_EQ(comparisons->size(), 1U);
    return comparisons->front();
}

const ComparedRow& rowNamed(const PartComparison& comparison, const std::string& name)
{
    const auto found = std::ranges::find(comparison.rows, name, &ComparedRow::name);
    EXPECT_NE(found, comparison.rows.end()) << name;
    return *found;
}

std::vector<std::string> namesOf(const std::vector<const ComparedRow*>& rows)
{
    std::vector<std::string> names;
    for (const ComparedRow* row : rows)
        names.push_back(row->name);
    return names;
}

TEST(PartComparison, EveryValueThatDiffersHasItsOriginInBoth)
{
    const PartComparison comparison = onlyPart(
        {config(R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 500000.0})",
                "A"),
         config(R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32})", "B")});
    EXPECT_EQ(namesOf(comparison.differences()),
              (std::vector<std::string>{"base", "pairs_that_finish_a_turn", "longest_wavelength"}));
    const ComparedRow& base = rowNamed(comparison, "base");
    EXPECT_EQ(base.cells[0].text, "500000");
    EXPECT_EQ(base.cells[0].origin.text, "rope_theta");
    EXPECT_EQ(base.cells[0].origin.kind, Origin::Kind::File);
    EXPECT_EQ(base.cells[1].text, "10000");
    EXPECT_EQ(base.cells[1].origin.kind, Origin::Kind::FamilyDefault);
    EXPECT_FALSE(rowNamed(comparison, "head_dim").differs);
}

TEST(PartComparison, AParameterThatOneDoesNotHaveIsNotThere)
{
    const PartComparison comparison = onlyPart({preset("llama-3-8b"), preset("llama-3.1-8b")});
    const ComparedRow& factor = rowNamed(comparison, "scheme.factor");
    EXPECT_TRUE(factor.differs);
    EXPECT_FALSE(factor.cells[0].present);
    EXPECT_EQ(factor.cells[0].text, "not there");
    EXPECT_EQ(factor.cells[1].text, "8");
}

TEST(PartComparison, OfAModelWithItselfFindsNothing)
{
    for (const Preset& each : presets()) {
        const auto comparisons = compareParts({preset(each.id.c_str()), preset(each.id.c_str())}, {}, 0);
        ASSERT_TRUE(comparisons.has_value()) << each.id;
        for (const PartComparison& comparison : *comparisons) {
            EXPECT_TRUE(comparison.differences().empty()) << each.id;
            EXPECT_NE(comparison.verdicts.front().find("turn alike: every value is the same."), std::string::npos)
                << comparison.verdicts.front();
            for (const double cosine : comparison.agreement(1, comparison.positions(20)).lowest)
                EXPECT_EQ(cosine, 1.0) << each.id;
        }
    }
}

TEST(PartComparison, SaysWhichChannelsTurnTogether)
{
    const PartComparison comparison = onlyPart(
        {config(R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32})", "whole"),
         config(
             R"({"model_type": "stablelm", "hidden_size": 4096, "num_attention_heads": 32, "partial_rotary_factor": 0.5})",
             "half")});
    EXPECT_FALSE(comparison.against.front().samePartners);
    EXPECT_NE(comparison.verdicts.front().find("channel i turns with i + 64, for i from 0 to 63"), std::string::npos)
        << comparison.verdicts.front();
    EXPECT_NE(comparison.verdicts.front().find("channel i turns with i + 32, for i from 0 to 31"), std::string::npos);
    EXPECT_EQ(rowNamed(comparison, "partners").cells[0].text, "channel i turns with i + 64, for i from 0 to 63");
}

TEST(PartComparison, PartnersOfEveryPresetAreThoseThatPairChannelsNames)
{
    for (const Preset& each : presets()) {
        const ModelFile file = *loadPreset(each.id);
        for (const RotarySettings& rotary : file.model.layers) {
            if (!rotary.rotates)
                continue;
            const int start = rotary.rotatesTail ? rotary.headDim - rotary.rotaryDim : 0;
            const PairChannels last = pairChannels(rotary.pairing, rotary.rotaryDim, rotary.rotaryDim / 2 - 1);
            int i = 0;
            int add = 0;
            const std::string text = partnersOf(rotary);
            const bool split = rotary.pairing == PairLayout::HalfSplit;
            if (start == 0 && split) {
                ASSERT_EQ(std::sscanf(text.c_str(), "channel i turns with i + %d, for i from 0 to %d", &add, &i), 2)
                    << text;
                EXPECT_EQ(i, last.first);
                EXPECT_EQ(i + add, last.second);
            } else if (start == 0) {
                ASSERT_EQ(std::sscanf(text.c_str(), "channel 2i turns with 2i + %d, for i from 0 to %d", &add, &i), 2)
                    << text;
                EXPECT_EQ(2 * i, last.first);
                EXPECT_EQ(2 * i + add, last.second);
            }
        }
    }
}

TEST(PartComparison, PairsThatPartFirstPartByTheirDifferenceEachToken)
{
    const PartComparison comparison = onlyPart({preset("llama-3-8b"), preset("llama-3.1-8b")});
    const std::vector<PartingPair> parting = partingPairs(comparison.against.front());
    ASSERT_EQ(parting.size(), 35U); // 29 of 64 are kept: facts of llama3
    const RotaryComparison& rotary = comparison.against.front();
    EXPECT_EQ(parting.front().pair, rotary.worstPair);
    EXPECT_EQ(std::lround(parting.front().one), 1124);
    for (std::size_t i = 0; i < parting.size(); ++i) {
        EXPECT_NEAR(parting[i].one * std::abs(rotary.second[parting[i].pair] - rotary.first[parting[i].pair]), 1.0,
                    1e-9);
        EXPECT_NEAR(parting[i].tenth * 10.0, parting[i].one, 1e-9 * parting[i].one);
        EXPECT_LE(parting[i == 0 ? 0 : i - 1].one, parting[i].one);
    }
}

TEST(PartComparison, OppositeTurnsPartByTheSumOfBoth)
{
    ComparedModel turned = preset("llama-2-7b");
    turned.shown = turned.file.model;
    turned.shown->layers.front().negativeAngle = true;
    const PartComparison comparison = onlyPart({preset("llama-2-7b"), turned});
    EXPECT_NEAR(comparison.against.front().tokensToOne, 0.5, 1e-15); // theta_0 = 1 against -1
    double lowest = 1.0;
    for (const double theta : comparison.against.front().first)
        lowest = std::min(lowest, std::cos(2.0 * 3.0 * theta));
    EXPECT_NEAR(comparison.agreement(1, {3}).lowest.front(), lowest, 1e-14);
    EXPECT_TRUE(rowNamed(comparison, "sense").differs);
}

TEST(PartComparison, WhatWasChangedByHandSaysSo)
{
    ComparedModel changed = preset("llama-2-7b");
    changed.shown = changed.file.model;
    changed.shown->layers.front().base = 12345.0;
    const PartComparison comparison = onlyPart({preset("llama-2-7b"), changed});
    EXPECT_EQ(rowNamed(comparison, "base").cells[1].text, "12345");
    EXPECT_EQ(rowNamed(comparison, "base").cells[1].origin.text, "set by hand");
    EXPECT_NE(rowNamed(comparison, "head_dim").cells[1].origin.text, "set by hand");
}

TEST(PartComparison, ThreeModelsStandInOneTable)
{
    const PartComparison comparison = onlyPart({preset("llama-2-7b"), preset("llama-3-8b"), preset("gpt-j-6b")});
    EXPECT_EQ(comparison.models.size(), 3U);
    EXPECT_EQ(comparison.against.size(), 2U);
    EXPECT_EQ(comparison.verdicts.size(), 2U);
    for (const ComparedRow& row : comparison.rows)
        EXPECT_EQ(row.cells.size(), 3U);
    EXPECT_EQ(rowNamed(comparison, "pairing").cells[2].text, "interleaved");
    EXPECT_TRUE(comparison.against.front().samePartners);
    EXPECT_FALSE(comparison.against.back().samePartners);
}

TEST(PartComparison, PartsAreTakenByNameOrAsAsked)
{
    const std::vector<ComparedModel> models{preset("llama-3.1-8b"), preset("gemma-3-27b")};
    const auto all = compareParts(models, {}, 0);
    ASSERT_TRUE(all.has_value());
    EXPECT_EQ(all->size(), 2U);
    const auto one = compareParts(models, {"full_attention"}, 0);
    ASSERT_TRUE(one.has_value());
    ASSERT_EQ(one->size(), 1U);
    EXPECT_EQ(one->front().parts, (std::vector<std::string>{"", "full_attention"}));
    const auto both =
        compareParts({preset("gemma-3-27b"), preset("gemma-3-27b")}, {"sliding_attention", "full_attention"}, 0);
    ASSERT_TRUE(both.has_value());
    EXPECT_EQ(rowNamed(both->front(), "base").cells[0].text, "10000");
    EXPECT_EQ(rowNamed(both->front(), "base").cells[1].text, "1000000");
    const auto wrong = compareParts(models, {"no_attention"}, 0);
    ASSERT_FALSE(wrong.has_value());
    EXPECT_NE(wrong.error().message.find("there are: "), std::string::npos) << wrong.error().message;
    EXPECT_FALSE(compareParts(models, {"a", "b", "c"}, 0).has_value());
}

TEST(PartComparison, FactorsOnScoresAreSaid)
{
    const PartComparison comparison = onlyPart(
        {config(R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32})", "A"),
         config(
             R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "max_position_embeddings": 65536,
                    "rope_scaling": {"rope_type": "yarn", "factor": 8.0, "original_max_position_embeddings": 4096}})",
             "B")});
    const double attention = 0.1 * std::log(8.0) + 1.0;
    EXPECT_NEAR(comparison.against.front().scoreRatio, attention * attention, 1e-14);
    EXPECT_NE(comparison.verdicts.front().find("scores of the second are 1.45913 times"), std::string::npos)
        << comparison.verdicts.front();
}

} // namespace
} // namespace rope

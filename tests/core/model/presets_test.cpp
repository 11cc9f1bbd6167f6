#include "core/model/presets.h"

#include "core/rotation/frequency.h"
#include "core/state/change.h"
#include "core/state/derived.h"
#include "tests/core/schemes/reference_case.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

namespace rope {
namespace {

using testing::relativeError;
using testing::vectorIn;

std::map<std::string, nlohmann::json> referenceCases()
{
    std::map<std::string, nlohmann::json> cases;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(ROPE_SOURCE_DIR) + "/tests/reference")) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with("inv_freq."))
            continue;
        const nlohmann::json file = testing::reference(name);
        for (const nlohmann::json& one : file["cases"])
            cases[one["id"]] = one;
    }
    return cases;
}

const RotarySettings& layerNamed(const ModelFile& file, const nlohmann::json& layerType)
{
    for (const RotarySettings& layer : file.model.layers)
        if (layerType == layer.layerType)
            return layer;
    EXPECT_TRUE(layerType.is_null());
    return file.model.layers.front();
}

TEST(Presets, AreManyAndEveryOneLoadsIntoAValidModel)
{
    EXPECT_GE(presets().size(), 40U);
    for (const Preset& preset : presets()) {
        SCOPED_TRACE(preset.id);
        const auto file = loadPreset(preset.id);
        ASSERT_TRUE(file.has_value()) << describe(file.error());
        EXPECT_TRUE(validate(file->model).has_value());
        EXPECT_EQ(file->model.name, preset.name);
        EXPECT_EQ(file->model.source, preset.id);
        EXPECT_FALSE(preset.source.empty());
    }
}

TEST(Presets, AnIdInCapitalsIsNearTheOneThatIsMeant)
{
    for (const Preset& preset : presets()) {
        std::string shouted = preset.id;
        std::ranges::transform(shouted, shouted.begin(), [](unsigned char c) { return std::toupper(c); });
        const auto file = loadPreset(shouted);
        ASSERT_FALSE(file.has_value());
        EXPECT_NE(file.error().message.find("near it are " + preset.id + ","), std::string::npos) << preset.id;
    }
}

/// A source is a file with its commit or revision, a paper, a class's defaults, or it says that nobody looked.
TEST(Presets, NameASourceThatCanBeLookedUpOrSayThatNoneWas)
{
    int unchecked = 0;
    for (const Preset& preset : presets()) {
        const auto says = [&](const char* words) {
            return preset.source.find(words) != std::string::npos;
        };
        const bool isFree = says("not checked against a file");
        EXPECT_TRUE(isFree || says("@") || says("et al.") || says(".gguf") || says("issue #")) << preset.id;
        EXPECT_FALSE(says("memory") || says("on the Hugging Face hub")) << preset.id;
        unchecked += isFree ? 1 : 0;
    }
    EXPECT_LE(unchecked, 12);
}

TEST(Presets, AreGroupedByFamily)
{
    std::set<std::string> seen;
    std::string family;
    for (const Preset& preset : presets()) {
        if (preset.family == family)
            continue;
        family = preset.family;
        EXPECT_TRUE(seen.insert(family).second) << family;
    }
    EXPECT_GE(seen.size(), 15U);
}

TEST(Presets, HaveIdsOfTheirOwn)
{
    std::set<std::string> ids;
    for (const Preset& preset : presets())
        EXPECT_TRUE(ids.insert(preset.id).second) << preset.id;
}

TEST(Presets, EqualTheirReferenceCases)
{
    const auto cases = referenceCases();
    int compared = 0;
    for (const Preset& preset : presets()) {
        if (preset.reference.empty())
            continue;
        SCOPED_TRACE(preset.id);
        ASSERT_TRUE(cases.contains(preset.reference));
        const nlohmann::json& reference = cases.at(preset.reference);
        const auto file = loadPreset(preset.id);
        ASSERT_TRUE(file.has_value());
        const auto schedule = scheduleOf(layerNamed(*file, reference["layer_type"]), 0);
        EXPECT_LE(relativeError(schedule->inverseFrequency, vectorIn(reference["inv_freq_f64"])), 1e-12);
        EXPECT_NEAR(schedule->attentionFactor, reference["attention_factor_f64"].get<double>(), 1e-12);
        ++compared;
    }
    EXPECT_GE(compared, 60);
    std::cout << compared << " presets equal their reference cases\n";
}

TEST(Presets, AreFoundByIdAndByPartsOfTheirNames)
{
    ASSERT_NE(findPreset("llama-3.1-8b"), nullptr);
    EXPECT_EQ(findPreset("llama-9"), nullptr);
    EXPECT_EQ(searchPresets("").size(), presets().size());
    const auto found = searchPresets("GEMMA 27b");
    EXPECT_EQ(found.size(), 2U);
    EXPECT_TRUE(searchPresets("no such model").empty());
}

TEST(Presets, AnUnknownIdIsRefusedAndTheNearestAreNamed)
{
    const auto file = loadPreset("llama-3.1-9b");
    ASSERT_FALSE(file.has_value());
    EXPECT_EQ(file.error().field, "preset");
    EXPECT_NE(file.error().message.find("llama-3.1-8b"), std::string::npos);
}

int pairsThatTurn(const std::string& preset, double context)
{
    const auto file = loadPreset(preset);
    return pairsThatFinishATurn(scheduleOf(file->model.layers.front(), 0)->unscaled, context);
}

TEST(Presets, FinishAsManyTurnsInTrainingAsPublished)
{
    EXPECT_EQ(pairsThatTurn("llama-2-7b", 4096), 46);
    EXPECT_EQ(pairsThatTurn("llama-3-8b", 8192), 35);
    EXPECT_EQ(pairsThatTurn("qwen2.5-7b", 32768), 40);
    EXPECT_EQ(pairsThatTurn("gpt-j-6b", 2048), 21);
}

} // namespace
} // namespace rope

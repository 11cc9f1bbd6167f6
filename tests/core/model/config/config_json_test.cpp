#include "core/model/config/config_json.h"

#include "tests/core/model/config/config_reading.h"

namespace rope {
namespace {

using testing::llama;
using testing::read;
using testing::refusal;

TEST(Fragment, OfALoneDictionaryKeepsTheShapeItIsLaidOn)
{
    const RotarySettings shape{.layerType = "x",
                               .headDim = 80,
                               .rotaryDim = 32,
                               .base = 12345.0,
                               .pairing = PairLayout::Interleaved,
                               .parameters = {},
                               .originalContext = 2048,
                               .maximumContext = 8192,
                               .shortFactors = {},
                               .longFactors = {},
                               .axisSections = {}};
    for (const char* text :
         {R"({"rope_type": "yarn", "factor": 4.0})", R"("rope_scaling": {"type": "yarn", "factor": 4.0},)",
          R"({"rope_scaling": {"type": "yarn", "factor": 4.0}})"}) {
        const auto file = readRopeFragment(text, shape);
        ASSERT_TRUE(file.has_value()) << describe(file.error());
        const RotarySettings& layer = file->model.layers.front();
        EXPECT_EQ(layer.scheme, "yarn");
        EXPECT_EQ(layer.headDim, 80);
        EXPECT_EQ(layer.rotaryDim, 32);
        EXPECT_EQ(layer.base, 12345.0);
        EXPECT_EQ(layer.pairing, PairLayout::Interleaved);
        EXPECT_EQ(layer.originalContext, 2048);
        EXPECT_EQ(layer.maximumContext, 8192);
    }
}

TEST(Fragment, MayBeAWholeConfig)
{
    const auto file = readRopeFragment(llama(R"("head_dim": 64)"), RotarySettings{});
    ASSERT_TRUE(file.has_value());
    EXPECT_EQ(file->model.layers.front().headDim, 64);
}

TEST(Fragment, ThatIsNoObjectIsRefused)
{
    for (const char* text : {"", "4", "\"rope_scaling\"", "[1]", "rope_scaling: {}"})
        EXPECT_FALSE(readRopeFragment(text, RotarySettings{}).has_value()) << text;
}

TEST(Config, ASessionIsNotTakenForAModel)
{
    const std::string session = R"({"format": "rope-explorer-session", "version": 1, "model": {}})";
    for (const std::string& text : {session, R"({"figure": "dials", "state": )" + session + "}"}) {
        const auto file = readConfigJson(text, "x");
        ASSERT_FALSE(file.has_value());
        EXPECT_NE(file.error().message.find("session"), std::string::npos);
    }
    EXPECT_TRUE(readConfigJson(R"({"format": "other", "state": 3, "model_type": "llama"})", "x").has_value());
}

TEST(HostileText, IsRefusedInOneLine)
{
    const std::string deepObject = [] {
        std::string text;
        for (int i = 0; i < 100000; ++i)
            text += R"({"a":)";
        return text;
    }();
    for (const std::string& text :
         {std::string(), std::string(" \n"), std::string(200000, '['), deepObject,
          std::string(R"({"rope_theta": 1e400, )"), std::string(R"({"rope_theta": 1e400})"), std::string("{"),
          std::string("[]"), std::string("null"), std::string("{\"a\": \"\x01\"}"), std::string("\0{}", 3),
          std::string("\xff\xfe{}"), "{\"model_type\": \"" + std::string(100000, 'x'),
          std::string((16U << 20U) + 1, ' ')}) {
        const Error error = refusal(text);
        EXPECT_FALSE(error.message.empty());
        EXPECT_LT(describe(error).size(), 300U);
        EXPECT_EQ(describe(error).find('\n'), std::string::npos);
    }
}

TEST(HostileText, InNamesAndValuesStaysShortAndPrintable)
{
    const ModelFile file = read(llama("\"rope_scaling\": {\"rope_type\": \"default\", \"" + std::string(5000, 'k') +
                                      "\": \"a\\nb\", \"x\\u0007y\": 1}"));
    for (const KeyReport& row : file.report)
        for (const std::string& text : {row.key, row.value, row.decided}) {
            EXPECT_LT(text.size(), 200U);
            EXPECT_TRUE(std::ranges::none_of(text, [](unsigned char c) { return c < 0x20; }));
        }
}

TEST(HostileText, WithListsOfAnyLengthIsBounded)
{
    std::string list = "[1";
    for (int i = 0; i < 100000; ++i)
        list += ",1";
    list += "]";
    EXPECT_EQ(refusal(llama("\"rope_scaling\": {\"type\": \"longrope\", \"short_factor\": " + list +
                            ", \"long_factor\": [1]}"))
                  .field,
              "rope_scaling.short_factor");
    EXPECT_EQ(refusal(llama("\"no_rope_layers\": " + list)).field, "no_rope_layers");
}

} // namespace
} // namespace rope

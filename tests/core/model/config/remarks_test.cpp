#include "core/model/config/config_json.h"
#include "core/model/inspection.h"
#include "core/state/derived.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>
#include <regex>

namespace rope {
namespace {

using Json = nlohmann::json;
using Random = std::mt19937;

template <class Item> Item oneOf(Random& random, std::initializer_list<Item> items)
{
    return *(items.begin() + static_cast<std::ptrdiff_t>(random() % items.size()));
}

bool chance(Random& random, unsigned percent)
{
    return random() % 100 < percent;
}

/// A rope dictionary with the keys of its scheme, some of them missing, and now and then keys of others.
Json ropeDictionary(Random& random)
{
    Json rope = {{oneOf(random, {"rope_type", "type"}),
                  oneOf(random, {"default", "linear", "dynamic", "yarn", "yarn", "yarn", "llama3", "ntk"})}};
    const auto maybe = [&](unsigned percent, const char* key, Json value) {
        if (chance(random, percent))
            rope[key] = std::move(value);
    };
    maybe(90, "factor", oneOf(random, {1.0, 2.0, 4.0, 8.0, 40.0}));
    maybe(60, "original_max_position_embeddings", oneOf(random, {2048, 4096, 8192, 32768}));
    maybe(30, "beta_fast", oneOf(random, {0, 32, 4, 16}));
    maybe(30, "beta_slow", oneOf(random, {0, 1, 2}));
    maybe(25, "attention_factor", oneOf(random, {0.0, 0.8, 1.0, 1.2}));
    maybe(20, "attn_factor", oneOf(random, {0.8, 1.0}));
    maybe(20, "truncate", chance(random, 50));
    maybe(25, "mscale", oneOf(random, {0.707, 1.0}));
    maybe(25, "mscale_all_dim", oneOf(random, {0.707, 1.0}));
    maybe(60, "low_freq_factor", oneOf(random, {1.0, 2.0}));
    maybe(60, "high_freq_factor", oneOf(random, {4.0, 8.0}));
    maybe(10, "rope_theta", oneOf(random, {10000.0, 500000.0}));
    maybe(10, "stretch_rope", 3);
    maybe(10, "llama_4_scaling_beta", 0.1);
    return rope;
}

/// Any keys of the table, valid each by itself.
Json randomConfig(Random& random)
{
    Json config = Json::object();
    const auto maybe = [&](unsigned percent, const char* key, Json value) {
        if (chance(random, percent))
            config[key] = std::move(value);
    };
    maybe(
        85, "model_type",
        oneOf(random, {"llama", "qwen2", "gpt_oss", "deepseek_v3", "cohere2", "gemma3_text", "glm4", "phi3", "some_new",
                       "exaone4", "qwen3_vl_text", "smollm3", "mistral", "gpt_neox", "internvl", "apertus"}));
    maybe(80, "hidden_size", oneOf(random, {1024, 2048, 4096, 4100}));
    maybe(80, "num_attention_heads", oneOf(random, {16, 32}));
    maybe(40, "head_dim", oneOf(random, {64, 128, 192}));
    maybe(70, "max_position_embeddings", oneOf(random, {2048, 8192, 32768, 131072}));
    maybe(60, "rope_theta", oneOf(random, {10000.0, 500000.0, 1000000.0}));
    maybe(15, "partial_rotary_factor", oneOf(random, {0.25, 0.5, 1.0}));
    maybe(10, "rotary_dim", oneOf(random, {32, 64}));
    maybe(15, "rope_interleave", chance(random, 50));
    maybe(12, "qk_rope_head_dim", 64);
    maybe(12, "qk_nope_head_dim", 128);
    maybe(10, "kv_lora_rank", 512);
    maybe(10, "qk_head_dim", oneOf(random, {128, 192}));
    maybe(15, "sliding_window", oneOf(random, {Json(4096), Json(nullptr)}));
    maybe(10, "num_hidden_layers", 8);
    maybe(10, "no_rope_layer_interval", 4);
    maybe(10, "rope_local_base_freq", 10000.0);
    maybe(10, "original_max_position_embeddings", oneOf(random, {4096, 8192}));
    maybe(10, "rope_wobble", 2);
    maybe(8, "use_logn_attn", true);
    maybe(60, oneOf(random, {"rope_scaling", "rope_parameters"}), ropeDictionary(random));
    maybe(15, "vision_config", {{"hidden_size", 1280}, {"num_heads", 16}, {"num_attention_heads", 16}});
    return config;
}

/// The numbers that a sentence names at the places of a pattern's groups, for each place where it fits.
std::vector<std::vector<double>> numbersIn(const std::string& sentence, const char* pattern)
{
    std::vector<std::vector<double>> found;
    const std::regex expression(pattern);
    for (std::sregex_iterator match(sentence.begin(), sentence.end(), expression), end; match != end; ++match) {
        std::vector<double> numbers;
        for (std::size_t group = 1; group < match->size(); ++group)
            numbers.push_back(std::stod((*match)[group].str()));
        found.push_back(std::move(numbers));
    }
    return found;
}

constexpr const char* number = "([0-9.]+(?:e[-+]?[0-9]+)?)";

std::string filled(std::string pattern)
{
    for (std::size_t at = pattern.find('#'); at != std::string::npos; at = pattern.find('#'))
        pattern.replace(at, 1, number);
    return pattern;
}

bool near(double a, double b)
{
    return std::abs(a - b) <= 2e-5 * std::max(std::abs(a), std::abs(b));
}

/// Whether some layer bears a claim out.
template <class Claim> bool anyLayer(const ModelFile& file, Claim claim)
{
    return std::ranges::any_of(file.model.layers, claim);
}

double parameter(const RotarySettings& layer, const char* id)
{
    const auto found = layer.parameters.find(id);
    return found == layer.parameters.end() ? std::nan("") : found->second;
}

void checkNumbers(const ModelFile& file, const std::string& sentence)
{
    for (const auto& n : numbersIn(sentence, filled("taken to be the maximum, # tokens").c_str()))
        EXPECT_TRUE(anyLayer(file, [&](const auto& layer) {
            return near(layer.originalContext, n[0]) && near(layer.maximumContext, n[0]);
        })) << sentence;
    for (const auto& n : numbersIn(
             sentence, filled("original context, # tokens, is longer than max_position_embeddings, #\\.").c_str()))
        EXPECT_TRUE(n[0] > n[1] && anyLayer(file,
                                            [&](const auto& layer) {
                                                return near(layer.originalContext, n[0]) &&
                                                       near(layer.maximumContext, n[1]);
                                            }))
            << sentence;
    for (const auto& n :
         numbersIn(sentence, filled("factor # reaches # tokens from #, but max_position_embeddings says #\\.").c_str()))
        EXPECT_TRUE(near(n[0] * n[2], n[1]) && !near(n[1], n[3]) &&
                    anyLayer(file,
                             [&](const auto& layer) {
                                 return near(parameter(layer, "factor"), n[0]) && near(layer.originalContext, n[2]) &&
                                        near(layer.maximumContext, n[3]);
                             }))
            << sentence;
    for (const auto& n : numbersIn(sentence, filled("given attention factor #").c_str()))
        EXPECT_TRUE(anyLayer(file, [&](const auto& layer) {
            return near(parameter(layer, "attention_factor"), n[0]) &&
                   near(scheduleOf(layer, 0)->attentionFactor, n[0]);
        })) << sentence;
    for (const auto& n : numbersIn(sentence, filled("pair # differs most, # against #").c_str()))
        EXPECT_TRUE(!near(n[1], n[2]) && anyLayer(file, [&](const auto& layer) {
            const Eigen::VectorXd theta = scheduleOf(layer, 0)->inverseFrequency;
            const auto pair = static_cast<Eigen::Index>(n[0]);
            return pair < theta.size() && near(theta[pair], n[1]);
        })) << sentence;
    for (const auto& n : numbersIn(sentence, filled("at # tokens our slowest pair turns # times slower").c_str()))
        EXPECT_GT(n[1], 1.0) << sentence;
}

void checkWords(const ModelFile& file, const std::string& sentence)
{
    const auto says = [&](const char* words) {
        return sentence.find(words) != std::string::npos;
    };
    if (says("because the rope type is default")) {
        EXPECT_TRUE(anyLayer(file, [](const auto& layer) { return layer.scheme == "default"; })) << sentence;
    }
    if (says("The attention factor is 0")) {
        EXPECT_TRUE(anyLayer(file, [](const auto& l) { return scheduleOf(l, 0)->attentionFactor == 0.0; })) << sentence;
    }
    if (says("the sum is taken")) {
        EXPECT_TRUE(anyLayer(file, [](const auto& layer) { return layer.headDim == 192; })) << sentence;
    }
    if (says("the head dimension is rounded down")) {
        EXPECT_TRUE(anyLayer(file, [](const auto& layer) { return layer.headDim < 4100; })) << sentence;
    }
    if (says("half-split")) {
        EXPECT_TRUE(anyLayer(file, [](const auto& l) { return l.pairing == PairLayout::HalfSplit; })) << sentence;
    }
    if (says("interleaved")) {
        EXPECT_TRUE(anyLayer(file, [](const auto& l) { return l.pairing == PairLayout::Interleaved; })) << sentence;
    }
}

/// The list of guesses names every guess of the language model, and nothing that the file or its family states.
void checkGuesses(const ModelFile& file)
{
    std::string list;
    for (const std::string& sentence : file.warnings)
        if (const auto at = sentence.find("; guessed"); at != std::string::npos)
            list = sentence.substr(sentence.find(": ", at) + 2) + ",";
    std::ranges::replace(list, '.', ',');
    for (const auto& [value, words] : {std::pair{"head_dim", "head dimension"},
                                       {"rotary_dim", "rotary dimension"},
                                       {"pairing", "pairing"},
                                       {"base", "base"},
                                       {"maximum_context", "maximum context"},
                                       {"original_context", "original context"}}) {
        bool guessed = false;
        for (std::size_t part = 0; part < file.model.layers.size(); ++part)
            guessed = guessed || (file.model.layers[part].layerType != visionPart &&
                                  originOf(file, part, value).kind == Origin::Kind::Guess);
        EXPECT_EQ((" " + list).find(" " + std::string(words) + ",") != std::string::npos, guessed)
            << value << " in: " << list;
    }
}

/// No key is read and said to be without effect at once.
void checkKeys(const ModelFile& file)
{
    for (const KeyReport& row : file.report) {
        if (row.use != KeyReport::Use::Ignored)
            continue;
        for (const KeyReport& other : file.report)
            EXPECT_FALSE(other.key == row.key && other.use == KeyReport::Use::Given)
                << row.key << ": " << row.decided << " and " << other.decided;
    }
}

/// No remark contradicts the numbers beside it.
TEST(Remarks, AgreeWithTheNumbersBesideThem)
{
    Random random(35);
    int read = 0;
    int remarked = 0;
    for (int round = 0; round < 4000; ++round) {
        const std::string text = randomConfig(random).dump();
        const auto file = readConfigJson(text, "random");
        if (!file)
            continue;
        SCOPED_TRACE(text);
        ++read;
        for (const std::string& sentence : remarks(*file)) {
            ++remarked;
            checkNumbers(*file, sentence);
            checkWords(*file, sentence);
        }
        checkGuesses(*file);
        checkKeys(*file);
        if (HasFailure())
            break;
    }
    EXPECT_GT(read, 1000);
    EXPECT_GT(remarked, 2000);
}

} // namespace
} // namespace rope

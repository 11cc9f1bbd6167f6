#pragma once

#include "core/model/config/config_json.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace rope::testing {

inline ModelFile read(const std::string& text)
{
    auto file = readConfigJson(text, "test");
    if (!file)
        ADD_FAILURE() << describe(file.error()) << "\n" << text;
    return file ? *std::move(file) : ModelFile{};
}

inline RotarySettings onlyLayer(const std::string& text)
{
    const ModelFile file = read(text);
    EXPECT_EQ(file.model.layers.size(), 1U);
    return file.model.layers.front();
}

inline Error refusal(const std::string& text)
{
    const auto file = readConfigJson(text, "test");
    EXPECT_FALSE(file.has_value()) << text.substr(0, 200);
    return file ? Error{} : file.error();
}

inline const KeyReport* rowOf(const ModelFile& file, const std::string& key)
{
    const auto found = std::ranges::find(file.report, key, &KeyReport::key);
    return found == file.report.end() ? nullptr : &*found;
}

inline bool mentions(const std::vector<std::string>& sentences, const std::string& part)
{
    return std::ranges::any_of(sentences, [&](const auto& s) { return s.find(part) != std::string::npos; });
}

/// A llama of shape 4096 / 32 with more keys.
inline std::string llama(const std::string& more)
{
    return R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "max_position_embeddings": 4096)" +
           (more.empty() ? "" : ", " + more) + "}";
}

} // namespace rope::testing

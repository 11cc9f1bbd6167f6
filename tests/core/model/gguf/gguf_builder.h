#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace rope::testing {

/// Writes small GGUF files for tests.
class GgufBuilder {
public:
    explicit GgufBuilder(std::string architecture = "llama", bool bigEndian = false, std::uint32_t version = 3)
        : architecture_(std::move(architecture))
        , bigEndian_(bigEndian)
        , version_(version)
    {
        text("general.architecture", architecture_);
    }

    GgufBuilder& integer(const std::string& key, std::uint32_t value) { return entry(key, 4, number(value)); }
    GgufBuilder& real(const std::string& key, float value) { return entry(key, 6, number(value)); }
    GgufBuilder& text(const std::string& key, const std::string& value) { return entry(key, 8, string(value)); }

    GgufBuilder& integers(const std::string& key, const std::vector<std::uint32_t>& values)
    {
        std::string bytes = number<std::uint32_t>(4) + number<std::uint64_t>(values.size());
        for (const std::uint32_t value : values)
            bytes += number(value);
        return entry(key, 9, bytes);
    }

    /// A list of `count` texts, as a vocabulary is.
    GgufBuilder& vocabulary(std::uint64_t count)
    {
        std::string bytes = number<std::uint32_t>(8) + number(count);
        for (std::uint64_t i = 0; i < count; ++i)
            bytes += string("token" + std::to_string(i));
        return entry("tokenizer.ggml.tokens", 9, bytes);
    }

    /// A key under the architecture's prefix with raw bytes as its value.
    GgufBuilder& entry(const std::string& key, std::uint32_t type, const std::string& bytes)
    {
        const std::string full =
            key.starts_with("general.") || key.starts_with("tokenizer.") ? key : architecture_ + "." + key;
        entries_ += string(full) + number(type) + bytes;
        ++keys_;
        return *this;
    }

    GgufBuilder& floats(const std::string& name, const std::vector<float>& values)
    {
        tensors_ += string(name) + number<std::uint32_t>(1) + number<std::uint64_t>(values.size()) +
                    number<std::uint32_t>(0) + number<std::uint64_t>(data_.size());
        for (const float value : values)
            data_ += number(value);
        ++tensorCount_;
        return *this;
    }

    std::string bytes() const
    {
        std::string all = "GGUF" + number(version_) + number(tensorCount_) + number(keys_) + entries_ + tensors_;
        all.resize((all.size() + 31) / 32 * 32);
        return all + data_;
    }

    template <class Number> std::string number(Number value) const
    {
        std::string bytes(sizeof(Number), '\0');
        std::memcpy(bytes.data(), &value, sizeof(Number));
        if (bigEndian_)
            std::reverse(bytes.begin(), bytes.end());
        return bytes;
    }

    std::string string(const std::string& value) const { return number<std::uint64_t>(value.size()) + value; }

private:
    std::string architecture_;
    bool bigEndian_;
    std::uint32_t version_;
    std::string entries_;
    std::string tensors_;
    std::string data_;
    std::uint64_t keys_ = 0;
    std::uint64_t tensorCount_ = 0;
};

} // namespace rope::testing

#include "core/doctor/head_rows.h"

#include "core/rotation/precision.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <cmath>
#include <filesystem>

namespace rope {

HeadRows::HeadRows(std::string name, Values values, Eigen::Index tokens, Eigen::Index heads, Eigen::Index headDim)
    : name_(std::move(name))
    , values_(std::make_shared<const Values>(std::move(values)))
    , tokens_(tokens)
    , heads_(heads)
    , headDim_(headDim)
    , tokenStride_(heads * headDim)
    , headStride_(headDim)
{
    assert(std::visit([](const auto& list) { return static_cast<Eigen::Index>(list.size()); }, *values_) ==
           tokens * heads * headDim);
}

double HeadRows::at(Eigen::Index token, Eigen::Index head, Eigen::Index channel) const
{
    const auto index = static_cast<std::size_t>(start_ + token * tokenStride_ + head * headStride_ + channel);
    return std::visit([&](const auto& list) { return static_cast<double>(list[index]); }, *values_);
}

void HeadRows::copyRow(Eigen::Index token, Eigen::Index head, double* out) const
{
    const Eigen::Index first = start_ + token * tokenStride_ + head * headStride_;
    std::visit([&](const auto& list) { std::copy_n(list.begin() + first, headDim_, out); }, *values_);
}

HeadRows HeadRows::exchanged() const
{
    HeadRows other = *this;
    std::swap(other.tokens_, other.heads_);
    std::swap(other.tokenStride_, other.headStride_);
    return other;
}

HeadRows HeadRows::cutAnew() const
{
    HeadRows other = *this;
    std::swap(other.tokens_, other.heads_);
    other.headStride_ = std::min(tokenStride_, headStride_);
    other.tokenStride_ = other.headStride_ * other.heads_;
    return other;
}

HeadRows HeadRows::head(Eigen::Index head) const
{
    HeadRows other = *this;
    other.start_ += head * headStride_;
    other.heads_ = 1;
    return other;
}

HeadRows HeadRows::tokens(Eigen::Index first, Eigen::Index count) const
{
    HeadRows other = *this;
    other.start_ += first * tokenStride_;
    other.tokens_ = count;
    return other;
}

HeadRows HeadRows::everySecond() const
{
    HeadRows other = *this;
    other.tokenStride_ *= 2;
    other.tokens_ = (tokens_ + 1) / 2;
    return other;
}

NumberFormat formatOf(const HeadRows& rows)
{
    constexpr Eigen::Index sampled = 64;
    const Eigen::Index tokenStep = std::max<Eigen::Index>(1, rows.tokens() / sampled);
    const Eigen::Index headStep = std::max<Eigen::Index>(1, rows.heads() / 4);
    bool single = true;
    bool brain = true;
    bool half = true;
    for (Eigen::Index token = 0; token < rows.tokens(); token += tokenStep)
        for (Eigen::Index head = 0; head < rows.heads(); head += headStep)
            for (Eigen::Index channel = 0; channel < rows.headDim(); ++channel) {
                const double value = rows.at(token, head, channel);
                single = single && roundTo(NumberFormat::Float32, value) == value;
                brain = brain && single && roundTo(NumberFormat::BFloat16, value) == value;
                half = half && single && roundTo(NumberFormat::Float16, value) == value;
            }
    if (brain)
        return NumberFormat::BFloat16;
    if (half)
        return NumberFormat::Float16;
    return single ? NumberFormat::Float32 : NumberFormat::Float64;
}

double roundingUnit(NumberFormat format)
{
    switch (format) {
    case NumberFormat::Float64:
        return 0x1p-53;
    case NumberFormat::Float32:
        return 0x1p-24;
    case NumberFormat::BFloat16:
        return 0x1p-9;
    case NumberFormat::Float16:
        return 0x1p-12;
    }
    return 0x1p-53;
}

HeadRole roleOf(const std::string& name)
{
    const std::string file = std::filesystem::path(name).filename().string();
    const std::string whole = file.ends_with(".npy") ? file.substr(0, file.size() - 4) : name;
    HeadRole role = HeadRole::Unknown;
    std::string word;
    for (std::size_t i = 0; i <= whole.size(); ++i) {
        const auto letter = i < whole.size() ? static_cast<unsigned char>(whole[i]) : static_cast<unsigned char>('.');
        if (std::isalpha(letter) != 0) {
            word += static_cast<char>(std::tolower(letter));
            continue;
        }
        if (word == "q" || word == "query" || word == "queries" || word == "qrot" || word == "qpe" || word == "qcur")
            role = HeadRole::Query;
        else if (word == "k" || word == "key" || word == "keys" || word == "krot" || word == "kpe" || word == "kcur")
            role = HeadRole::Key;
        else if (word == "v" || word == "value" || word == "values" || word == "vrot")
            role = HeadRole::Value;
        word.clear();
    }
    return role;
}

} // namespace rope

#include "core/model/gguf/gguf_keys.h"

#include "core/base/plain_text.h"
#include "core/schemes/support.h"

#include <algorithm>
#include <cmath>

namespace rope {
namespace {

std::optional<double> numberIn(const GgufValue& value)
{
    if (const auto* number = std::get_if<double>(&value))
        return *number;
    const auto* perLayer = std::get_if<std::vector<double>>(&value);
    if (perLayer == nullptr || perLayer->empty())
        return std::nullopt;
    return std::ranges::max(*perLayer);
}

} // namespace

GgufKeys::GgufKeys(const GgufHeader& header, ReadLog& log)
    : header_(&header)
    , log_(&log)
{
    architecture_ = textOf("general.architecture").value_or("");
    if (architecture_.empty())
        log.fail("general.architecture", "is missing; it names the model's architecture");
    else
        log.note("general.architecture", printable(architecture_), "prefix of the keys, pairing");
}

std::optional<double> GgufKeys::number(const std::string& key, const std::string& decided) const
{
    const auto found = header_->values.find(architecture_ + "." + key);
    if (found == header_->values.end())
        return std::nullopt;
    const auto value = numberIn(found->second);
    if (!value || !std::isfinite(*value)) {
        log_->fail(path(key), "is no finite number");
        return std::nullopt;
    }
    log_->note(path(key), shortNumber(*value), decided);
    return value;
}

double GgufKeys::numberOr(const std::string& key, const std::string& decided, double fallback) const
{
    if (const auto value = number(key, decided))
        return *value;
    log_->note(path(key), shortNumber(fallback), "default of llama.cpp: " + decided, KeyReport::Use::Default);
    return fallback;
}

int GgufKeys::integerOr(const std::string& key, const std::string& decided, double fallback) const
{
    const double value = numberOr(key, decided, fallback);
    if (value >= 1.0 && value <= 1e9 && value == std::floor(value))
        return static_cast<int>(value);
    log_->fail(path(key), "comes to " + shortNumber(value) + "; it must be a whole number from 1 to 1e9");
    return 1;
}

std::optional<std::string> GgufKeys::text(const std::string& key, const std::string& decided) const
{
    const auto value = textOf(architecture_ + "." + key);
    if (value)
        log_->note(path(key), printable(*value), decided);
    else if (has(key))
        log_->fail(path(key), "is no text");
    return value;
}

std::vector<double> GgufKeys::list(const std::string& key) const
{
    const auto found = header_->values.find(architecture_ + "." + key);
    const auto* value = found == header_->values.end() ? nullptr : std::get_if<std::vector<double>>(&found->second);
    if (value == nullptr && has(key))
        log_->fail(path(key), "is no list of numbers");
    return value == nullptr ? std::vector<double>{} : *value;
}

bool GgufKeys::has(const std::string& key) const
{
    return header_->values.contains(architecture_ + "." + key);
}

void GgufKeys::settles(std::string_view value, const std::string& key, Origin otherwise) const
{
    log_->setOrigin(value, has(key) ? Origin{path(key), Origin::Kind::File} : std::move(otherwise));
}

std::string GgufKeys::path(const std::string& key) const
{
    return printable(architecture_ + "." + key);
}

std::optional<std::string> GgufKeys::textOf(const std::string& fullKey) const
{
    const auto found = header_->values.find(fullKey);
    const auto* value = found == header_->values.end() ? nullptr : std::get_if<std::string>(&found->second);
    return value == nullptr ? std::nullopt : std::optional(*value);
}

} // namespace rope

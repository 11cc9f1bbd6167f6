#include "core/model/config/config_keys.h"

#include "core/base/json_text.h"
#include "core/base/plain_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rope {

ConfigKeys::ConfigKeys(const nlohmann::json& object, std::string prefix, ReadLog& log)
    : object_(&object)
    , prefix_(std::move(prefix))
    , log_(&log)
{}

const nlohmann::json* ConfigKeys::peek(std::string_view key) const
{
    if (!object_->is_object())
        return nullptr;
    const auto dot = key.find('.');
    const auto outer = object_->find(key.substr(0, dot));
    const bool inside = outer != object_->end() && dot != std::string_view::npos;
    if (inside && !outer->is_object())
        return nullptr;
    const auto found = inside ? outer->find(key.substr(dot + 1)) : outer;
    return found == (inside ? outer->end() : object_->end()) || found->is_null() ? nullptr : &*found;
}

bool ConfigKeys::has(std::string_view key) const
{
    return peek(key) != nullptr;
}

std::optional<double> ConfigKeys::number(std::string_view key, std::string_view decided) const
{
    const nlohmann::json* value = peek(key);
    if (value == nullptr)
        return std::nullopt;
    if (!value->is_number()) {
        fail(key, "is " + shortJson(*value) + "; it must be a number");
        return std::nullopt;
    }
    note(key, decided);
    return value->get<double>();
}

std::optional<int> ConfigKeys::integer(std::string_view key, std::string_view decided) const
{
    const auto value = number(key, decided);
    if (!value)
        return std::nullopt;
    if (*value != std::floor(*value) || std::abs(*value) > std::numeric_limits<int>::max()) {
        fail(key, "is " + shortJson(*peek(key)) + "; it must be an integer of ordinary size");
        return std::nullopt;
    }
    return static_cast<int>(*value);
}

std::optional<bool> ConfigKeys::flag(std::string_view key, std::string_view decided) const
{
    const nlohmann::json* value = peek(key);
    if (value == nullptr)
        return std::nullopt;
    if (!value->is_boolean()) {
        fail(key, "is " + shortJson(*value) + "; it must be true or false");
        return std::nullopt;
    }
    note(key, decided);
    return value->get<bool>();
}

std::optional<std::string> ConfigKeys::text(std::string_view key, std::string_view decided) const
{
    const nlohmann::json* value = peek(key);
    if (value == nullptr)
        return std::nullopt;
    if (!value->is_string()) {
        fail(key, "is " + shortJson(*value) + "; it must be a text");
        return std::nullopt;
    }
    note(key, decided);
    return value->get<std::string>();
}

std::vector<double> ConfigKeys::numbers(std::string_view key, std::string_view decided, std::size_t maximumCount) const
{
    const nlohmann::json* value = peek(key);
    if (value == nullptr)
        return {};
    if (!value->is_array() || value->size() > maximumCount) {
        fail(key,
             "is " + shortJson(*value) + "; it must be a list of at most " + std::to_string(maximumCount) + " numbers");
        return {};
    }
    std::vector<double> list;
    for (const nlohmann::json& entry : *value) {
        if (!entry.is_number()) {
            fail(key, "holds " + shortJson(entry) + "; every entry must be a number");
            return {};
        }
        list.push_back(entry.get<double>());
    }
    note(key, decided);
    return list;
}

std::optional<double> ConfigKeys::firstNumber(std::span<const std::string_view> keys, std::string_view decided) const
{
    const auto key = firstOf(keys);
    return key ? number(*key, decided) : std::nullopt;
}

std::optional<int> ConfigKeys::firstInteger(std::span<const std::string_view> keys, std::string_view decided) const
{
    const auto key = firstOf(keys);
    return key ? integer(*key, decided) : std::nullopt;
}

void ConfigKeys::note(std::string_view key, std::string_view decided) const
{
    read_.emplace(key);
    const Origin source = log_->sourceOf(path(key));
    const bool said = source.kind == Origin::Kind::File;
    log_->note(source.text, shortJson(*peek(key)), std::string(decided),
               said ? KeyReport::Use::Given : KeyReport::Use::Default);
}

void ConfigKeys::ignore(std::string_view key, std::string_view why) const
{
    read_.emplace(key);
    if (const nlohmann::json* value = peek(key))
        log_->note(log_->sourceOf(path(key)).text, shortJson(*value), std::string(why), KeyReport::Use::Ignored);
}

void ConfigKeys::fail(std::string_view key, std::string message) const
{
    const Origin source = log_->sourceOf(path(key));
    log_->fail(source.kind == Origin::Kind::File ? source.text : path(key), std::move(message));
}

std::vector<std::string> ConfigKeys::unread() const
{
    std::vector<std::string> keys;
    if (object_->is_object())
        for (const auto& [key, value] : object_->items())
            if (!value.is_null() && !read_.contains(key))
                keys.push_back(key);
    return keys;
}

std::optional<std::string_view> ConfigKeys::firstOf(std::span<const std::string_view> keys) const
{
    const auto found = std::ranges::find_if(keys, [&](std::string_view key) { return has(key); });
    return found == keys.end() ? std::nullopt : std::optional(*found);
}

void ConfigKeys::settles(std::string_view value, std::string_view key) const
{
    log_->setOrigin(value, log_->sourceOf(path(key)));
}

std::string ConfigKeys::path(std::string_view key) const
{
    return printable(prefix_.empty() ? std::string(key) : prefix_ + "." + std::string(key));
}

} // namespace rope

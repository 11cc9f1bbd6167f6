#pragma once

#include "core/model/report.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

namespace rope {

/// Keys of one JSON object, read by name. Each reading leaves a row in the log; a value of the wrong kind fails there.
/// A missing key and null are the same: nothing. Requires that object and log outlive it.
class ConfigKeys {
public:
    ConfigKeys(const nlohmann::json& object, std::string prefix, ReadLog& log);

    /// The key is there and not null.
    bool has(std::string_view key) const;

    std::optional<double> number(std::string_view key, std::string_view decided) const;
    std::optional<int> integer(std::string_view key, std::string_view decided) const;
    std::optional<bool> flag(std::string_view key, std::string_view decided) const;
    std::optional<std::string> text(std::string_view key, std::string_view decided) const;
    std::vector<double> numbers(std::string_view key, std::string_view decided, std::size_t maximumCount) const;

    /// The first of several keys that is there.
    std::optional<double> firstNumber(std::span<const std::string_view> keys, std::string_view decided) const;
    std::optional<int> firstInteger(std::span<const std::string_view> keys, std::string_view decided) const;

    /// The value of a key that is there, without a row; nullptr otherwise. `outer.inner` looks one object inwards.
    const nlohmann::json* peek(std::string_view key) const;

    void note(std::string_view key, std::string_view decided) const;
    void ignore(std::string_view key, std::string_view why) const;
    void fail(std::string_view key, std::string message) const;

    /// Keys that are there and were neither read nor ignored.
    std::vector<std::string> unread() const;

    /// The first of several keys that is there and not null.
    std::optional<std::string_view> firstOf(std::span<const std::string_view> keys) const;

    /// The value of the present part that this key decided.
    void settles(std::string_view value, std::string_view key) const;
    /// The same where no key did.
    void settles(std::string_view value, Origin origin) const { log_->setOrigin(value, std::move(origin)); }

    std::string path(std::string_view key) const;
    ReadLog& log() const { return *log_; }
    const nlohmann::json& object() const { return *object_; }

private:
    const nlohmann::json* object_;
    std::string prefix_;
    ReadLog* log_;
    mutable std::set<std::string, std::less<>> read_;
};

} // namespace rope

#pragma once

#include "core/model/gguf/gguf_header.h"
#include "core/model/report.h"

#include <optional>

namespace rope {

/// Metadata keys under the architecture's prefix; each reading leaves a row in the log, and a value of the wrong kind
/// fails there. Requires that header and log outlive it.
class GgufKeys {
public:
    GgufKeys(const GgufHeader& header, ReadLog& log);

    /// A number; of a list with one entry per layer the largest.
    std::optional<double> number(const std::string& key, const std::string& decided) const;
    double numberOr(const std::string& key, const std::string& decided, double fallback) const;
    /// A whole number from 1 to 1e9.
    int integerOr(const std::string& key, const std::string& decided, double fallback) const;
    std::optional<std::string> text(const std::string& key, const std::string& decided) const;
    std::vector<double> list(const std::string& key) const;

    bool has(const std::string& key) const;
    /// Records where a value of the present part came from: this key where the file has it, else `otherwise`.
    void settles(std::string_view value, const std::string& key, Origin otherwise) const;
    std::string path(const std::string& key) const;
    const std::string& architecture() const { return architecture_; }
    const GgufHeader& header() const { return *header_; }
    ReadLog& log() const { return *log_; }

private:
    std::optional<std::string> textOf(const std::string& fullKey) const;

    const GgufHeader* header_;
    ReadLog* log_;
    std::string architecture_;
};

} // namespace rope

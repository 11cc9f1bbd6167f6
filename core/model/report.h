#pragma once

#include "core/base/result.h"
#include "core/state/state.h"

#include <optional>
#include <string>
#include <vector>

namespace rope {

/// One key of a model file and what it decided.
struct KeyReport {
    enum class Use {
        Given,   ///< the file says it
        Default, ///< the file does not; the value is the one assumed
        Ignored, ///< the file says it and nothing follows from it
    };

    std::string key;     ///< path in the file: `rope_scaling.factor`
    std::string value;   ///< as the file writes it, shortened
    std::string decided; ///< one phrase: `factor s of yarn`, `default of cohere`
    Use use = Use::Given;

    bool operator==(const KeyReport&) const = default;
};

/// A place where inference engines read the same file differently; we follow transformers.
struct Disagreement {
    std::string key;     ///< the key they differ on
    std::string message; ///< one sentence: who does what, and by how much it differs

    bool operator==(const Disagreement&) const = default;
};

/// What a model file says about its rotary embedding.
struct ModelFile {
    ModelSettings model;
    std::vector<KeyReport> report;
    std::vector<std::string> warnings; ///< one sentence each
    std::vector<Disagreement> disagreements;
};

/// Everything a user should hear about the file: warnings, then disagreements, one sentence each.
std::vector<std::string> remarks(const ModelFile& file);

/// `given`, `default` or `ignored`.
std::string_view useName(KeyReport::Use use);

/// Collects the report of one reading; the first failure is kept and the reading ends with it.
class ReadLog {
public:
    void note(std::string key, std::string value, std::string decided, KeyReport::Use use = KeyReport::Use::Given);
    void warn(std::string sentence);
    void disagree(std::string key, std::string sentence);
    void fail(std::string field, std::string message);

    bool failed() const { return error_.has_value(); }

    /// The file read with this log, or the first failure.
    Result<ModelFile> finish(ModelSettings model) &&;

private:
    ModelFile file_;
    std::optional<Error> error_;
};

} // namespace rope

#pragma once

#include "core/base/result.h"
#include "core/state/state.h"

#include <map>
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

/// Where a value that the program shows came from.
struct Origin {
    enum class Kind {
        File,          ///< a key of the file says it
        Rule,          ///< it follows from keys of the file, or the code of the format or family always has it so
        FamilyDefault, ///< the file is silent, and its family's code has this default
        Guess,         ///< nobody says it: an assumption that may be wrong
    };

    std::string text;        ///< the key with its path, the rule, or whose default
    Kind kind = Kind::Guess; ///< what that is worth
    std::string authority{}; ///< who says so: a file and class of public code; empty for the file itself

    bool operator==(const Origin&) const = default;
};

/// One rotation of a model, beside the layer of ModelSettings with the same index: which layers have it, and where its
/// values came from.
struct PartReport {
    std::vector<int> layers{}; ///< 0-based numbers of the layers, ascending; empty: not stated, or all alike
    /// By the value's name: head_dim, rotary_dim, pairing, base, scheme, attention_factor, softmax_scale_factor,
    /// original_context, maximum_context, layers, and scheme.<id> for a parameter of the scheme.
    std::map<std::string, Origin, std::less<>> origins{};
};

/// The name of a model's vision tower among its layers.
inline constexpr std::string_view visionPart = "vision";

/// A place where inference engines read the same file differently; we follow transformers.
struct Disagreement {
    std::string key;     ///< the key they differ on
    std::string message; ///< one sentence: who does what, and by how much it differs

    bool operator==(const Disagreement&) const = default;
};

/// What a model file says about its rotary embedding.
struct ModelFile {
    ModelSettings model;
    std::string format;            ///< `config.json of transformers`, `GGUF`, `params.json of Mistral`, ...
    std::string family;            ///< model_type or architecture as the file names it; empty: it does not
    std::vector<PartReport> parts; ///< one for each layer of model
    int layerCount = 0;            ///< number of layers the file states; 0: it does not
    std::vector<KeyReport> report;
    std::vector<std::string> warnings; ///< one sentence each
    std::vector<Disagreement> disagreements;
};

/// Everything a user should hear about the file: warnings, then disagreements, one sentence each.
std::vector<std::string> remarks(const ModelFile& file);

/// `given`, `default` or `ignored`.
std::string_view useName(KeyReport::Use use);

/// `file`, `rule`, `default of family` or `guess`.
std::string_view kindName(Origin::Kind kind);

/// Where a value of one part came from; a guess that says so where the reader recorded nothing.
Origin originOf(const ModelFile& file, std::size_t part, std::string_view value);

/// Collects the report of one reading; the first failure is kept and the reading ends with it.
class ReadLog {
public:
    void note(std::string key, std::string value, std::string decided, KeyReport::Use use = KeyReport::Use::Given);
    void warn(std::string sentence);
    void disagree(std::string key, std::string sentence);
    void fail(std::string field, std::string message);

    /// Takes in the rows, remarks and parts of another reading of the same file.
    void adopt(ModelFile part);

    void setFormat(std::string format, std::string family);
    void setLayerCount(int count);
    /// What follows belongs to one part more. Without it everything belongs to the first.
    void beginPart(std::vector<int> layers = {});
    /// What follows belongs to one part more, whose values came from where those of the part before it did.
    void repeatPart();
    /// Keys that a translation put into the text, by their path, and where each really came from.
    void translate(std::map<std::string, Origin> written);
    void translate(const std::string& path, Origin written);
    /// Where the value under this path of the text came from: the key itself, or what a translation made it of.
    Origin sourceOf(const std::string& path) const;
    /// Where a value of the present part came from; the last word counts.
    void setOrigin(std::string_view value, Origin origin);

    /// Whether a key has a row already.
    bool knows(const std::string& key) const;
    /// Whether the present part knows where this value came from.
    bool hasOrigin(std::string_view value) const;
    /// Whether a part has this value by a guess.
    bool isGuess(std::string_view value) const;
    bool failed() const { return error_.has_value(); }

    /// The file read with this log, or the first failure.
    Result<ModelFile> finish(ModelSettings model) &&;

private:
    std::map<std::string, Origin> written_;
    ModelFile file_;
    std::optional<Error> error_;
};

} // namespace rope

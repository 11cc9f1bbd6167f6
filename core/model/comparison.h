#pragma once

#include "core/model/compare.h"
#include "core/model/report.h"

#include <optional>
#include <string>
#include <vector>

namespace rope {

/// A model that is compared: what its file says and, where it was changed by hand since, what holds now.
struct ComparedModel {
    ModelFile file;                       ///< an empty one where nobody knows it
    std::optional<ModelSettings> shown{}; ///< nothing: as the file has it

    const ModelSettings& settings() const { return shown ? *shown : file.model; }
};

/// What one model has for one value.
struct ComparedCell {
    std::string text;     ///< `500000`, `half`; `not there` where the model has no such value
    bool present = false; ///< false: this model has no such value
    Origin origin{};
};

/// One value in every model.
struct ComparedRow {
    std::string name;                ///< head_dim, base, scheme.factor, ...; and values that follow: partners, ...
    std::vector<ComparedCell> cells; ///< one per model
    bool differs = false;
};

/// The same kind of layer in every model.
struct PartComparison {
    std::vector<std::string> models;         ///< their names as plain text, one line each
    std::vector<std::string> parts;          ///< the kind of layer compared of each; empty: all alike
    std::vector<RotarySettings> rotary;      ///< one per model
    std::vector<ComparedRow> rows;           ///< every value, alike or not, in a fixed order
    std::vector<RotaryComparison> against{}; ///< the first model against each further one
    std::vector<std::string> verdicts{};     ///< of each of these, one or two sentences
    double sequenceLength = 0;               ///< tokens; 0: at load time

    std::vector<const ComparedRow*> differences() const;
    /// Positions at which the curves of agreement are taken: up to the longest context of any of them.
    std::vector<std::int64_t> positions(int count) const;
    RotationAgreement agreement(std::size_t second, const std::vector<std::int64_t>& positions) const;
};

/// Two models or more, part by part: by the names in `layerTypes` (one for all, or one for each model), or without any
/// every part of the model that has the most, each with the part of the same name in the others or their first.
/// Refuses a name that a model of several parts does not have, and a layer that its scheme refuses.
Result<std::vector<PartComparison>> compareParts(const std::vector<ComparedModel>& models,
                                                 const std::vector<std::string>& layerTypes, double sequenceLength);

/// `after 1124 tokens`, or `never`.
std::string distanceText(double tokens);

} // namespace rope

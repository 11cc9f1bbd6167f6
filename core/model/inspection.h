#pragma once

#include "core/model/report.h"

namespace rope {

/// One value of a model's rotation, as a table or a JSON object shows it, and where it came from.
struct InspectedValue {
    std::string name; ///< head_dim, base, ...; of a parameter its id in the scheme
    std::string text; ///< as JSON: a number with 17 digits, or a text in quotes
    Origin origin;
};

/// One rotation of a model.
struct InspectedPart {
    std::string name;        ///< the kind of layers, or `attention` where all are alike
    std::vector<int> layers; ///< 0-based; empty: not stated
    bool rotates = true;
    std::vector<InspectedValue> values; ///< head_dim ... maximum_context, in a fixed order
    std::vector<InspectedValue> parameters;
};

/// Every rotation of a model with the origin of each of its values.
std::vector<InspectedPart> inspect(const ModelFile& file);

/// Where each value of `shown` comes from, by its name (a parameter's is scheme.<id>): from the file, or set by hand
/// where it is no longer what the file's part has. Requires part < file.model.layers.size().
std::map<std::string, Origin> originsOf(const ModelFile& file, std::size_t part, const RotarySettings& shown);

/// `rope_theta (file)`, with who says so where that is not the file.
std::string describe(const Origin& origin);

/// A strip by layer, `#` where this part is and `.` where it is not: `...#...#`. Empty where the layers are not stated.
std::string layerStrip(const InspectedPart& part, int layerCount);

/// Numbers in words: `0-2, 4-6`.
std::string rangesOf(const std::vector<int>& layers);

} // namespace rope

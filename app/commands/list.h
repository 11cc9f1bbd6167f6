#pragma once

#include "app/commands/text.h"

#include <string>
#include <vector>

namespace rope::cli {

/// `rope-explorer list`: what there is to choose from.
struct ListRequest {
    std::string what; ///< figures, presets, schemes, colormaps or keys
    TextFormat format = TextFormat::Table;
};
Result<void> runList(const ListRequest& request);

/// What there are lists of: figures, presets ...
std::vector<std::string> listNames();

/// The ids of one of listNames.
std::vector<std::string> listedIds(const std::string& what);

} // namespace rope::cli

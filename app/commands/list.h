#pragma once

#include "app/commands/text.h"

#include <string>

namespace rope::cli {

/// `rope-explorer list`: what there is to choose from.
struct ListRequest {
    std::string what; ///< figures, presets, schemes, colormaps or keys
    TextFormat format = TextFormat::Table;
};
Result<void> runList(const ListRequest& request);

} // namespace rope::cli

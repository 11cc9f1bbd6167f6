#pragma once

#include "core/state/state.h"

#include <QString>
#include <span>
#include <string_view>
#include <vector>

namespace rope {

/// A named arrangement of figures for one kind of work.
struct Workspace {
    std::string_view id;
    std::string_view title;
    std::string_view purpose;              ///< one sentence
    std::vector<std::string_view> figures; ///< ids, in the grid's order
};

/// Every workspace, in the menu's order.
std::span<const Workspace> workspaces();

/// The workspace with this id, or nullptr.
const Workspace* findWorkspace(std::string_view id);

/// The state with a workspace's figures on show.
ExplorerState withWorkspace(const ExplorerState& state, const Workspace& workspace);

} // namespace rope

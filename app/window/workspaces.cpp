#include "app/window/workspaces.h"

#include <algorithm>

namespace rope {

std::span<const Workspace> workspaces()
{
    static const std::vector<Workspace> table = {
        {"explore",
         "Explore",
         "One pair, the scores, the ladder and the profile",
         {"rotation", "scores", "ladder", "profile"}},
        {"one_pair", "One pair", "A query and a key turning in one plane", {"rotation", "dials", "profile", "scores"}},
        {"all_pairs", "All pairs", "The whole head at once", {"dials", "rotation_matrix", "ladder", "pair_content"}},
        {"content",
         "Content and decay",
         "What lands in each pair and what follows",
         {"pair_content", "profile", "decay", "scores"}},
        {"clocks", "Many clocks", "What one frequency cannot tell apart", {"aliasing", "dials", "ladder", "profile"}},
        {"position",
         "Why position",
         "Attention without and with positions",
         {"permutation", "encodings", "mask", "values"}},
        {"compare",
         "Compare models",
         "Two models, the schemes, and what conventions and formats do",
         {"comparison", "schemes", "precision", "layout"}},
        {"context",
         "Longer context",
         "What a scheme changes and what it costs",
         {"ladder", "extension", "schemes", "profile"}},
        {"single", "Single figure", "One large figure", {"scores"}},
    };
    return table;
}

const Workspace* findWorkspace(std::string_view id)
{
    const auto found = std::ranges::find(workspaces(), id, &Workspace::id);
    return found == workspaces().end() ? nullptr : &*found;
}

ExplorerState withWorkspace(const ExplorerState& state, const Workspace& workspace)
{
    ExplorerState next = state;
    next.view.workspace = workspace.id;
    next.view.figures.assign(workspace.figures.begin(), workspace.figures.end());
    return next;
}

} // namespace rope

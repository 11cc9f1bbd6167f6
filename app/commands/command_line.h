#pragma once

#include "app/commands/check.h"
#include "app/commands/compare.h"
#include "app/commands/inspect.h"
#include "app/commands/ladder.h"
#include "app/commands/list.h"
#include "app/commands/recipe.h"
#include "app/commands/render.h"
#include "app/commands/rotate.h"
#include "app/commands/scores.h"

#include <variant>

namespace rope::cli {

/// No command: the window, with what it opens.
struct WindowRequest {
    std::string file; ///< session, exported figure, config.json, .gguf or .npy; empty: none
    std::vector<StateOption> state;
};

/// --help and --version: a text to print.
struct TextRequest {
    std::string text;
};

using Request = std::variant<WindowRequest, TextRequest, LadderRequest, ScoresRequest, RotateRequest, ListRequest,
                             CompareRequest, CheckRequest, InspectRequest, RecipeRequest, RenderRequest>;

/// What a command line asks for, or what is wrong with it.
Result<Request> parseCommandLine(int argc, const char* const* argv);

} // namespace rope::cli

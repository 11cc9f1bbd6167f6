#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace rope::cli {

/// `rope-explorer recipe NAME`: a short program that writes the queries and keys of a model to files.
struct RecipeRequest {
    std::string name; ///< one of recipeNames()
};
Result<void> runRecipe(const RecipeRequest& request);

/// transformers, vllm, llama.cpp, mlx: the files of resources/recipes.
std::vector<std::string> recipeNames();

} // namespace rope::cli

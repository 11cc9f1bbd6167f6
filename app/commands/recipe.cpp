#include "app/commands/recipe.h"

#include "core/base/files.h"
#include "core/base/resources.h"

namespace rope::cli {

namespace {

/// The file of resources/recipes; that in C++ is kept as a text, being no source of ours.
std::string fileOf(const std::string& name)
{
    return name + (name.ends_with(".cpp") ? ".txt" : ".py");
}

} // namespace

std::vector<std::string> recipeNames()
{
    return {"transformers", "vllm", "llama.cpp", "mlx"};
}

Result<void> runRecipe(const RecipeRequest& request)
{
    return writeStandardOutput(resource("recipes/" + fileOf(request.name)));
}

} // namespace rope::cli

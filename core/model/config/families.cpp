#include "core/model/config/families.h"

#include <algorithm>

namespace rope {
namespace {

const Family* findFamily(std::string_view modelType)
{
    const std::span<const Family> all = families();
    for (const std::string_view suffix : {"", "_text_model", "_text"}) {
        if (!modelType.ends_with(suffix))
            continue;
        const std::string_view name = modelType.substr(0, modelType.size() - suffix.size());
        const auto found = std::ranges::find(all, name, &Family::modelType);
        if (found != all.end())
            return &*found;
    }
    return nullptr;
}

} // namespace

const Family& familyOf(std::string_view modelType)
{
    const Family* found = findFamily(modelType);
    return found != nullptr ? *found : families().front();
}

bool isKnownFamily(std::string_view modelType)
{
    return findFamily(modelType) != nullptr;
}

} // namespace rope

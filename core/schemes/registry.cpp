#include "core/schemes/registry.h"

#include "core/schemes/all_schemes.h"

#include <algorithm>
#include <array>

namespace rope {

std::span<const Scheme* const> schemes()
{
    static constexpr std::array all = {&defaultScheme, &linearScheme,       &ntkAwareScheme,
                                       &dynamicScheme, &dynamicStepsScheme, &yarnScheme,
                                       &llama3Scheme,  &longropeScheme,     &proportionalScheme};
    return all;
}

const Scheme* findScheme(std::string_view id)
{
    const auto all = schemes();
    const auto found = std::ranges::find_if(all, [&](const Scheme* scheme) { return scheme->id == id; });
    return found == all.end() ? nullptr : *found;
}

} // namespace rope

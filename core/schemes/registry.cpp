#include "core/schemes/registry.h"

#include "core/schemes/all_schemes.h"

#include <algorithm>
#include <array>

namespace rope {

std::span<const Scheme* const> schemes()
{
    static constexpr std::array all = {&defaultScheme,  &linearScheme,       &ntkAwareScheme, &ntkFixedScheme,
                                       &dynamicScheme,  &dynamicStepsScheme, &yarnScheme,     &llama3Scheme,
                                       &longropeScheme, &proportionalScheme};
    return all;
}

const Scheme* findScheme(std::string_view id)
{
    const auto all = schemes();
    const auto found = std::ranges::find_if(all, [&](const Scheme* scheme) { return scheme->id == id; });
    return found == all.end() ? nullptr : *found;
}

const Scheme* schemeOfType(std::string_view written)
{
    if (const Scheme* scheme = findScheme(written))
        return scheme;
    const auto all = schemes();
    const auto found = std::ranges::find_if(all, [&](const Scheme* scheme) {
        return std::ranges::find(scheme->typeNames, written) != scheme->typeNames.end();
    });
    return found == all.end() ? nullptr : *found;
}

} // namespace rope

#include "core/model/config/layer_scheme.h"

#include "core/schemes/registry.h"

#include <cassert>

namespace rope {

void useScheme(RotarySettings& layer, std::string_view id)
{
    const Scheme* scheme = findScheme(id);
    assert(scheme != nullptr);
    layer.scheme = scheme->id;
    layer.parameters.clear();
    for (const Parameter& parameter : scheme->parameters)
        layer.parameters[std::string(parameter.id)] = parameter.initial;
}

} // namespace rope

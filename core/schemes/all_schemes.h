#pragma once

#include "core/schemes/scheme.h"

namespace rope {

// The schemes by name; menus and readers ask the registry instead.
extern const Scheme defaultScheme;
extern const Scheme dynamicScheme;
extern const Scheme dynamicStepsScheme;
extern const Scheme linearScheme;
extern const Scheme llama3Scheme;
extern const Scheme longropeScheme;
extern const Scheme ntkAwareScheme;
extern const Scheme ntkFixedScheme;
extern const Scheme proportionalScheme;
extern const Scheme yarnScheme;

} // namespace rope

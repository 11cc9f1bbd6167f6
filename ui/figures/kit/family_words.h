#pragma once

#include "core/views/scheme_family.h"

#include <QString>

namespace rope {

/// `YaRN`
QString schemeName(const Scheme& scheme);

/// A sentence, with a space before it, on the scheme that reads the model's maximum and is given the trained context
/// instead; empty where the two are the same.
QString growthWords(const SchemeFamily& family);

} // namespace rope

#pragma once

#include "core/model/config/config_layer.h"
#include "core/schemes/scheme.h"

namespace rope {

/// The scheme that a rope dictionary names: rope_type before type, mrope and an empty dictionary are default, su is
/// longrope, dynamic with alpha is ntk_aware. A type that nobody knows fails in the log, and default is returned.
/// A word that means several formulas is marked as a guess where neither the family nor another key tells which.
const Scheme& readSchemeType(const ConfigContext& context, const ConfigKeys& rope);

/// The scheme of a model whose rope dictionary names none: dynamic_steps for a Qwen-1 with use_dynamic_ntk, else
/// default.
const Scheme& familyScheme(const ConfigContext& context);

/// Original and maximum context of the model, in tokens.
struct Contexts {
    double original;
    double maximum;
    bool originalGiven;
    bool maximumGiven;
};

/// Every parameter of the scheme, from the rope dictionary where it is given, else the value the scheme starts from.
/// A missing number that the scheme cannot do without, or one out of range, fails in the log.
std::map<std::string, double> readParameters(const ConfigContext& context, const ConfigKeys& rope, const Scheme& scheme,
                                             const Contexts& contexts);

/// Names what the dictionary says without effect: keys of other schemes and keys that nobody knows.
void reportUnusedKeys(const ConfigKeys& rope, const Scheme& scheme);

} // namespace rope

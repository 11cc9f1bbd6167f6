#pragma once

#include "core/schemes/scheme.h"
#include "core/scores/score.h"
#include "core/state/state.h"

#include <string>
#include <vector>

namespace rope {

/// One scheme of a comparison.
struct SchemeCase {
    const Scheme* scheme;
    Schedule schedule;
    bool active; ///< the scheme of the layer on show, with its own parameters
};

/// Every scheme of the registry on the same head: head dimension, base and contexts of the active layer, one factor.
struct SchemeFamily {
    /// Where the common factor is from.
    enum class Source {
        ActiveScheme, ///< the factor parameter of the active scheme
        Contexts,     ///< maximum context / original context
        Example,      ///< 4: the model names none above 1
    };

    double factor = 1.0; ///< s, common to all
    Source source = Source::Example;
    double trained = 0.0;                 ///< tokens: the context that the active scheme scales from
    double length = 0.0;                  ///< tokens that all are evaluated at: s times the trained context
    double maximum = 0.0;                 ///< tokens: what the model claims to reach
    Eigen::VectorXd unscaled{};           ///< theta_j of the layer before any scaling, rad/token
    std::vector<SchemeCase> cases{};      ///< in the registry's order
    std::vector<const Scheme*> leftOut{}; ///< what needs numbers that this model does not have
};

/// All schemes on the active layer's head at one factor: pairs that do not turn in the layer turn under none of them.
/// Other parameters of schemes that are not active are their initial ones, and what reads the maximum context (dynamic)
/// grows from the trained one instead. LongRoPE is left out where the model has no factor lists. Requires a validated
/// state.
SchemeFamily schemeFamily(const ExplorerState& state);

/// The scheme's title without what stands in brackets: `YaRN`.
std::string shortTitle(const Scheme& scheme);

/// The scheme that reads the maximum context and here gets the trained one, where these differ; else nullptr.
const Scheme* growsFromTrained(const SchemeFamily& family);

/// The relative score of the state's identical content under another schedule of the active layer.
RelativeScore scoreUnder(const ExplorerState& state, const Schedule& schedule);

} // namespace rope

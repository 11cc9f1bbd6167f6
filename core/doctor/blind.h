#pragma once

#include "core/doctor/diagnosis.h"

namespace rope {

/// Reads the rotation from rotated rows alone. Real queries and keys have fixed centres, so where a rotation is undone
/// the concentration of centres, C = sum |mean_t z|^2 / sum mean_t |z|^2 over heads and pairs, is largest for the true
/// pairing, sense and base. Token 0 is left out, since it is often unlike the others. The frequencies of the presets
/// and of `expected` are tried beside plain bases. What it cannot see: where positions begin, the pairing of rows that
/// are not rotated, and a margin that chance explains. `axesGiven`: as in diagnose(); else both orders are tried.
/// Refuses rows of different head dimensions and fewer than 8 tokens.
Result<Diagnosis> diagnoseBlind(const std::vector<RowsPair>& tensors, const std::optional<Expectation>& expected,
                                bool axesGiven);

} // namespace rope

#pragma once

#include "core/base/result.h"
#include "core/doctor/head_rows.h"
#include "core/state/state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rope {

/// The first token, head and pair that are not as they should be.
struct WrongPlace {
    Eigen::Index token = 0;
    Eigen::Index head = 0;
    int pair = 0;
};

/// Evidence of one pair.
struct PairEvidence {
    int pair = 0;
    double inverseFrequency = 0.0;  ///< measured, rad/token
    std::optional<double> expected; ///< of the expected model, or of the scheme that was found
    std::optional<double> residual; ///< measured / expected - 1
};

/// What the concentration of centres says where nothing before the rotation is at hand.
struct BlindEvidence {
    double concentration = 0.0; ///< of the best setting, 0 ... 1
    double runnerUp = 0.0;      ///< of the best setting with another pairing or sense, or without rotation
    double margin = 0.0;        ///< the difference
};

/// What rotation arrays hold. What cannot be told is empty.
struct Diagnosis {
    std::string verdict;
    bool rotated = false;
    std::optional<bool> asExpected;
    std::optional<PairLayout> pairing;
    std::optional<int> rotaryDim;
    std::optional<int> sign;
    std::optional<std::int64_t> offset;
    std::optional<double> base;
    std::optional<std::string> scheme;
    std::optional<double> factor;
    std::optional<double> attentionFactor;
    std::optional<std::string> numberFormat; ///< of the tables or angles
    std::vector<std::string> faults;         ///< ids, see faultIds()
    std::optional<WrongPlace> firstWrong;
    std::vector<std::string> nearestPresets;
    std::vector<PairEvidence> perPair;
    std::optional<BlindEvidence> blind;
    std::vector<std::string> notes; ///< one sentence each: what was assumed and what cannot be seen
};

/// What arrays are held against.
struct Expectation {
    ModelSettings model;
    std::string name;
};

/// A tensor before and after its rotation.
struct RowsPair {
    HeadRows before;
    HeadRows after;
    HeadRole role = HeadRole::Unknown;
};

/// Reads the rotation from each pair of tensors (queries, keys, values) and compares them with one another and with
/// what is expected. `axesGiven`: the order of tokens and heads was stated, so that another one is a fault; else the
/// order is settled by the phases. Refuses arrays of different shapes or without rows.
Result<Diagnosis> diagnose(std::vector<RowsPair> tensors, const std::optional<Expectation>& expected, bool axesGiven);

} // namespace rope

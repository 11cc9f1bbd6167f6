#pragma once

#include "core/scores/attention.h"
#include "core/scores/profile.h"
#include "core/scores/range_sums.h"

#include <optional>

namespace rope {

/// The scores of a sequence, cell by cell, in double precision: s_mn = scale (R_m q_m) . (R_n k_n). A cell's score is
/// the same double whichever others are asked for with it, so that whoever prints it prints the same digits.
class ScoreCells {
public:
    /// The same q and the same k at every position.
    ScoreCells(const RelativeScore& score, std::int64_t length);
    /// Any content.
    ScoreCells(ContentRows content, RowRotation rotation, double scale);

    std::int64_t length() const { return length_; }

    /// Keys first, first + 1, ..., turned once for many blocks of rows.
    struct Keys {
        std::int64_t first = 0;
        std::int64_t count = 0;
        RowMatrix turned; ///< (count, headDim); empty for identical content
    };
    Keys keys(std::int64_t first, std::int64_t count) const;

    /// Scores of queries first, first + 1, ... against the keys, none of them masked. Shape (count, keys.count).
    RowMatrix block(std::int64_t first, std::int64_t count, const Keys& keys) const;

    /// One cell.
    double at(std::int64_t queryPosition, std::int64_t keyPosition) const;

private:
    RowMatrix turned(const ExactRowSource& source, std::int64_t first, std::int64_t count) const;

    std::int64_t length_;
    std::optional<OffsetScores> offsets_; ///< of identical content
    ContentRows content_;
    RowRotation rotation_;
    double scale_ = 1.0;
};

} // namespace rope

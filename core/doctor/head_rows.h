#pragma once

#include "core/rotation/number_format.h"

#include <Eigen/Core>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace rope {

/// What the vectors of a tensor are in attention.
enum class HeadRole { Unknown, Query, Key, Value };

/// The vectors of one tensor, one row of channels per token and head; a view with strides of numbers it shares.
class HeadRows {
public:
    using Values = std::variant<std::vector<float>, std::vector<double>>;

    HeadRows() = default;

    /// Numbers in C order of (tokens, heads, headDim). Requires as many values.
    HeadRows(std::string name, Values values, Eigen::Index tokens, Eigen::Index heads, Eigen::Index headDim);

    const std::string& name() const { return name_; }
    Eigen::Index tokens() const { return tokens_; }
    Eigen::Index heads() const { return heads_; }
    Eigen::Index headDim() const { return headDim_; }
    double at(Eigen::Index token, Eigen::Index head, Eigen::Index channel) const;

    /// All channels of one row. Shape of `out`: headDim.
    void copyRow(Eigen::Index token, Eigen::Index head, double* out) const;

    /// The same numbers with tokens and heads exchanged.
    HeadRows exchanged() const;

    /// The same numbers, in C order of tokens and heads, cut anew as (heads, tokens): what a reshape in place of a
    /// transpose makes of them.
    HeadRows cutAnew() const;

    /// One head alone; some tokens alone. Requires what is there.
    HeadRows head(Eigen::Index head) const;
    HeadRows tokens(Eigen::Index first, Eigen::Index count) const;
    HeadRows everySecond() const;

private:
    std::string name_;
    std::shared_ptr<const Values> values_;
    Eigen::Index tokens_ = 0;
    Eigen::Index heads_ = 0;
    Eigen::Index headDim_ = 0;
    Eigen::Index start_ = 0;
    Eigen::Index tokenStride_ = 0;
    Eigen::Index headStride_ = 0;
};

/// The narrowest format that holds a sample of the values exactly: the one in which they were once kept.
NumberFormat formatOf(const HeadRows& rows);

/// Half the distance of neighbouring numbers of a format, relative to them: 2^-53, 2^-24, 2^-9, 2^-12.
double roundingUnit(NumberFormat format);

/// Query for q, q_proj, q_rot and the like, key, value; Unknown where a name says nothing.
HeadRole roleOf(const std::string& name);

} // namespace rope

#pragma once

#include <Eigen/Core>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

namespace rope::testing {

/// A file of tests/reference.
inline nlohmann::json readReference(const std::string& name)
{
    std::ifstream file(std::string(ROPE_SOURCE_DIR) + "/tests/reference/" + name);
    EXPECT_TRUE(file.is_open()) << name;
    return nlohmann::json::parse(file);
}

inline Eigen::VectorXd vectorOf(const nlohmann::json& list)
{
    const auto values = list.get<std::vector<double>>();
    return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

/// Largest relative difference; where `wanted` is 0, `got` must be 0 too.
inline double relativeError(const Eigen::VectorXd& got, const Eigen::VectorXd& wanted)
{
    if (got.size() != wanted.size())
        return std::numeric_limits<double>::infinity();
    return ((got - wanted).array().abs() / wanted.array().abs().max(1e-300)).maxCoeff();
}

} // namespace rope::testing

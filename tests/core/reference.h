#pragma once

#include "core/rotation/rotation.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rope::testing {

/// A file of tests/reference.
inline nlohmann::json reference(const std::string& name)
{
    std::ifstream file(std::string(ROPE_SOURCE_DIR) + "/tests/reference/" + name);
    EXPECT_TRUE(file.is_open()) << name;
    return nlohmann::json::parse(file);
}

/// The list of cases of such a file.
inline nlohmann::json referenceCases(const std::string& name, const std::string& key = "cases")
{
    return reference(name).at(key);
}

inline Eigen::VectorXd vectorIn(const nlohmann::json& list)
{
    const auto values = list.get<std::vector<double>>();
    return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

inline RowMatrix matrixIn(const nlohmann::json& rows)
{
    RowMatrix matrix(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(rows.at(0).size()));
    for (std::size_t r = 0; r < rows.size(); ++r)
        matrix.row(static_cast<Eigen::Index>(r)) = vectorIn(rows[r]).transpose();
    return matrix;
}

inline PairLayout layoutIn(const std::string& pairing)
{
    return pairing.rfind("half", 0) == 0 ? PairLayout::HalfSplit : PairLayout::Interleaved;
}

/// Holds a test to every case of a file: as many as the list `key` has. The count goes to the log.
inline void expectEveryCase(const std::string& file, int cases, const std::string& key = "cases")
{
    std::cout << "reference " << file << ": " << cases << " " << key << " held\n";
    EXPECT_EQ(static_cast<std::size_t>(cases), referenceCases(file, key).size()) << file;
}

} // namespace rope::testing

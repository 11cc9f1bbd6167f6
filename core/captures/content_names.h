#pragma once

#include <string>

namespace rope {

/// Where the queries and the keys of own arrays lie.
struct ContentPaths {
    std::string queries;
    std::string keys; ///< the same path when nothing lies beside the queries
};

/// The two files that a path stands for, by the name rule of openContent.
ContentPaths contentPaths(const std::string& path);

} // namespace rope

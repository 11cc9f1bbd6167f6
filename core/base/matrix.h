#pragma once

#include <Eigen/Core>

namespace rope {

/// Rows of vectors, one per position, as they lie in files and caches.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowMatrixF = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

} // namespace rope

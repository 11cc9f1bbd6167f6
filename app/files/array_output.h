#pragma once

#include "core/base/files.h"
#include "core/rotation/rotation.h"

#include <optional>
#include <string>

namespace rope {

/// A matrix written some rows at a time: `.npy` (float64, C order), `.csv` (one row a line, 17 digits, no heading), or
/// CSV on standard output without a path. A file appears whole on commit() or not at all.
class ArrayOutput {
public:
    explicit ArrayOutput(std::optional<std::string> path);

    Result<void> open(std::int64_t rows, std::int64_t columns);
    Result<void> add(const RowMatrix& rows);
    Result<void> commit();

private:
    Result<void> write(std::string_view bytes);

    std::optional<std::string> path_;
    std::optional<OutputFile> file_;
};

} // namespace rope

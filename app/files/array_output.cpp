#include "app/files/array_output.h"

#include "core/base/npy.h"
#include "core/base/number_text.h"

namespace rope {

namespace {

bool isNpy(const std::optional<std::string>& path)
{
    return path && path->ends_with(".npy");
}

std::string csvRows(const RowMatrix& rows)
{
    std::string text;
    for (Eigen::Index r = 0; r < rows.rows(); ++r) {
        for (Eigen::Index c = 0; c < rows.cols(); ++c)
            text += (c == 0 ? "" : ",") + exactNumber(rows(r, c));
        text += '\n';
    }
    return text;
}

std::string_view bytesOf(const RowMatrix& rows)
{
    return {reinterpret_cast<const char*>(rows.data()), static_cast<std::size_t>(rows.size()) * sizeof(double)};
}

} // namespace

ArrayOutput::ArrayOutput(std::optional<std::string> path)
    : path_(std::move(path))
{}

Result<void> ArrayOutput::open(std::int64_t rows, std::int64_t columns)
{
    if (!path_)
        return {};
    if (!isNpy(path_) && !path_->ends_with(".csv"))
        return refuse(*path_, "the output must end in .npy or .csv");
    file_.emplace(*path_);
    const Result<void> opened = file_->open();
    return opened && isNpy(path_) ? write(npyHeader({{rows, columns}, std::vector<double>{}})) : opened;
}

Result<void> ArrayOutput::add(const RowMatrix& rows)
{
    return isNpy(path_) ? write(bytesOf(rows)) : write(csvRows(rows));
}

Result<void> ArrayOutput::commit()
{
    return file_ ? file_->commit() : Result<void>{};
}

Result<void> ArrayOutput::write(std::string_view bytes)
{
    return file_ ? file_->write(bytes) : writeStandardOutput(bytes);
}

} // namespace rope

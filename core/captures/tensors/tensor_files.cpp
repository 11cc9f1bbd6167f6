#include "core/captures/tensors/tensor_files.h"

#include "core/captures/tensors/npy_tensor.h"
#include "core/captures/tensors/safetensors.h"
#include "core/captures/tensors/torch_tensors.h"
#include "core/captures/tensors/zip_archive.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace rope {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view endings[] = {".npy", ".npz", ".safetensors", ".pt", ".pth", ".bin"};
constexpr std::size_t mostFiles = 10'000;

Result<std::vector<Tensor>> npzTensors(const std::vector<ZipMember>& members, const std::string& path)
{
    std::vector<Tensor> tensors;
    for (const ZipMember& member : members) {
        if (!member.name.ends_with(".npy"))
            continue;
        Result<Tensor> tensor = npyTensor(member.bytes, path + "/" + member.name);
        if (!tensor)
            return tl::unexpected(tensor.error());
        tensor->name = member.name.substr(0, member.name.size() - 4);
        tensors.push_back(*std::move(tensor));
    }
    if (tensors.empty())
        return refuse(path, "is a zip archive without arrays (neither .npy members nor a data.pkl)");
    return tensors;
}

Result<std::vector<Tensor>> zipTensors(const std::string& path)
{
    const Result<std::vector<ZipMember>> members = zipMembers(path);
    if (!members)
        return tl::unexpected(members.error());
    return isTorchArchive(*members) ? torchTensors(*members, path) : npzTensors(*members, path);
}

Result<std::vector<Tensor>> fileTensors(const std::string& path)
{
    const Result<std::shared_ptr<ByteSource>> source = openFileSource(path, "a file of arrays");
    if (!source)
        return tl::unexpected(source.error());
    const Result<std::string> start = bytesOf(**source, 0, 16);
    if (!start)
        return tl::unexpected(start.error());
    if (start->starts_with("\x93NUMPY"))
        return npyTensor(*source, path).map([](Tensor tensor) { return std::vector{std::move(tensor)}; });
    if (start->starts_with("PK\x03\x04") || start->starts_with("PK\x05\x06"))
        return zipTensors(path);
    if (path.ends_with(".safetensors") || (start->size() > 8 && (*start)[8] == '{'))
        return safetensorsTensors(*source, path);
    if (start->starts_with("\x80\x02"))
        return refuse(path, "is of torch.save's old format, without a zip archive; save it again with PyTorch 1.6 or "
                            "newer");
    return refuse(path, "holds no arrays that are read; .npy, .npz, .safetensors and .pt of torch.save are");
}

Result<std::vector<Tensor>> folderTensors(const std::string& path)
{
    std::vector<fs::path> files;
    std::error_code failed;
    for (fs::directory_iterator entry(path, failed), end; !failed && entry != end; entry.increment(failed)) {
        std::error_code unknown;
        if (isTensorFileName(entry->path().native()) && entry->is_regular_file(unknown))
            files.push_back(entry->path());
        if (files.size() > mostFiles)
            return refuse(path, "has more than 10 000 files of arrays");
    }
    if (failed)
        return refuse(path, "cannot be listed: " + failed.message());
    if (files.empty())
        return refuse(path, "is a folder without .npy, .npz, .safetensors, .pt, .pth or .bin files");
    std::ranges::sort(files);
    std::vector<Tensor> all;
    for (const fs::path& file : files) {
        Result<std::vector<Tensor>> tensors = fileTensors(file.string());
        if (!tensors)
            return tensors;
        const bool alone = tensors->size() == 1 && file.extension() == ".npy";
        for (Tensor& tensor : *tensors) {
            tensor.name = file.filename().string() + (alone ? "" : "/" + tensor.name);
            all.push_back(std::move(tensor));
        }
    }
    return all;
}

} // namespace

bool isTensorFileName(std::string_view path)
{
    return std::ranges::any_of(endings, [&](std::string_view ending) { return path.ends_with(ending); });
}

Result<std::vector<Tensor>> openTensors(const std::string& path)
{
    std::error_code unknown;
    return fs::is_directory(path, unknown) ? folderTensors(path) : fileTensors(path);
}

} // namespace rope

#include "core/captures/tensors/byte_source.h"

#include "core/base/files.h"

#include <algorithm>
#include <fstream>

namespace rope {

namespace {

class FileSource : public ByteSource {
public:
    FileSource(std::string path, std::uint64_t size)
        : path_(std::move(path))
        , file_(path_, std::ios::binary)
        , size_(size)
    {}

    bool isOpen() const { return file_.is_open(); }
    std::uint64_t size() const override { return size_; }

    Result<void> read(std::uint64_t first, std::span<char> out) override
    {
        file_.clear();
        file_.seekg(static_cast<std::streamoff>(first));
        file_.read(out.data(), static_cast<std::streamsize>(out.size()));
        if (file_.gcount() != static_cast<std::streamsize>(out.size()))
            return failMachine(path_, "cannot be read to its end");
        return {};
    }

private:
    std::string path_;
    std::ifstream file_;
    std::uint64_t size_;
};

} // namespace

Result<std::shared_ptr<ByteSource>> openFileSource(const std::string& path, const std::string& wanted)
{
    const Result<std::uint64_t> size = ordinaryFileSize(path, wanted);
    if (!size)
        return tl::unexpected(size.error());
    auto source = std::make_shared<FileSource>(path, *size);
    if (!source->isOpen())
        return refuse(path, "cannot be opened; is it yours to read?");
    return source;
}

Result<std::string> bytesOf(ByteSource& source, std::uint64_t first, std::uint64_t count)
{
    first = std::min(first, source.size());
    std::string bytes(std::min(count, source.size() - first), '\0');
    if (const Result<void> done = source.read(first, bytes); !done)
        return tl::unexpected(done.error());
    return bytes;
}

} // namespace rope

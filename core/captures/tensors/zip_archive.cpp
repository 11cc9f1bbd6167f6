#include "core/captures/tensors/zip_archive.h"

#include <algorithm>
#include <cstring>
#include <zip.h>

namespace rope {

namespace {

constexpr std::int64_t mostMembers = 65536;
constexpr std::uint64_t mostUnpacked = std::uint64_t{1} << 30U;

struct Discard {
    void operator()(zip_t* archive) const { zip_discard(archive); }
    void operator()(zip_file_t* file) const { zip_fclose(file); }
};
using Archive = std::shared_ptr<zip_t>;
using OpenMember = std::unique_ptr<zip_file_t, Discard>;

/// Reads bytes of a member from where it stands.
bool readNext(zip_file_t& file, std::span<char> out)
{
    while (!out.empty()) {
        const zip_int64_t got = zip_fread(&file, out.data(), out.size());
        if (got <= 0)
            return false;
        out = out.subspan(static_cast<std::size_t>(got));
    }
    return true;
}

class MemberSource : public ByteSource {
public:
    MemberSource(Archive archive, const zip_stat_t& stat, std::string name)
        : archive_(std::move(archive))
        , name_(std::move(name))
        , index_(stat.index)
        , size_(stat.size)
        , stored_(stat.comp_method == ZIP_CM_STORE)
    {}

    std::uint64_t size() const override { return size_; }

    Result<void> read(std::uint64_t first, std::span<char> out) override
    {
        return stored_ ? readStored(first, out) : readUnpacked(first, out);
    }

private:
    tl::unexpected<Error> broken() const { return refuse(name_, "cannot be unpacked; the archive is damaged"); }

    Result<void> readStored(std::uint64_t first, std::span<char> out)
    {
        if (!open_)
            open_.reset(zip_fopen_index(archive_.get(), index_, ZIP_FL_UNCHANGED));
        if (!open_ || zip_fseek(open_.get(), static_cast<zip_int64_t>(first), SEEK_SET) != 0 || !readNext(*open_, out))
            return broken();
        return {};
    }

    Result<void> readUnpacked(std::uint64_t first, std::span<char> out)
    {
        if (size_ > mostUnpacked)
            return refuse(name_, "is compressed and has " + std::to_string(size_ >> 20U) +
                                     " MiB; only 1024 are unpacked: write it without compression (numpy.savez)");
        if (unpacked_.empty() && size_ > 0) {
            const OpenMember member(zip_fopen_index(archive_.get(), index_, ZIP_FL_UNCHANGED));
            // Grown as the bytes come: a member that says it is large and is not takes no memory.
            std::string bytes;
            constexpr std::uint64_t piece = 1U << 20U;
            while (member && bytes.size() < size_) {
                const std::size_t before = bytes.size();
                bytes.resize(before + std::min(piece, size_ - before));
                if (!readNext(*member, std::span(bytes).subspan(before)))
                    break;
            }
            if (!member || bytes.size() != size_)
                return broken();
            unpacked_ = std::move(bytes);
        }
        std::memcpy(out.data(), unpacked_.data() + first, out.size());
        return {};
    }

    Archive archive_;
    std::string name_;
    zip_uint64_t index_;
    std::uint64_t size_;
    bool stored_;
    OpenMember open_;
    std::string unpacked_;
};

std::string printable(const char* name)
{
    return std::string(name).substr(0, 200);
}

} // namespace

Result<std::vector<ZipMember>> zipMembers(const std::string& path)
{
    int code = 0;
    const Archive archive(zip_open(path.c_str(), ZIP_RDONLY, &code), [](zip_t* open) {
        if (open != nullptr)
            zip_discard(open);
    });
    if (!archive)
        return refuse(path, "is no whole zip archive (as numpy.savez and torch.save write them)");
    const zip_int64_t count = zip_get_num_entries(archive.get(), ZIP_FL_UNCHANGED);
    if (count > mostMembers)
        return refuse(path, "has " + std::to_string(count) + " members; at most 65536 are read");
    std::vector<ZipMember> members;
    for (zip_int64_t index = 0; index < count; ++index) {
        zip_stat_t stat;
        zip_stat_init(&stat);
        if (zip_stat_index(archive.get(), static_cast<zip_uint64_t>(index), ZIP_FL_UNCHANGED, &stat) != 0 ||
            (stat.valid & ZIP_STAT_NAME) == 0 || (stat.valid & ZIP_STAT_SIZE) == 0)
            return refuse(path, "its member " + std::to_string(index) + " cannot be read; the archive is damaged");
        const std::string name = printable(stat.name);
        if (name.ends_with('/'))
            continue;
        if (stat.encryption_method != ZIP_EM_NONE ||
            (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE))
            return refuse(path, "its member " + name + " is encrypted or compressed in a way that is not read");
        members.push_back({name, std::make_shared<MemberSource>(archive, stat, path + "/" + name)});
    }
    return members;
}

} // namespace rope

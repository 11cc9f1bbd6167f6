#pragma once

#include "core/base/result.h"
#include "core/captures/captured.h"
#include "core/rotation/rotation.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rope {

/// `capture:tinylm_natural` names a capture that comes with the program; any other source is the path of a .npy file.
inline constexpr std::string_view capturePrefix = "capture:";

/// Queries and keys to use as content: a capture that comes with the program, or a user's own arrays.
struct ContentFile {
    Capture capture;       ///< of own arrays: the sizes and the values; id, tokens and head kinds are empty
    std::string queryName; ///< file name of the queries; of a capture, its title
    std::string keyName;   ///< file name of the keys
    bool builtIn = false;
    bool sharedArray = false; ///< no array of keys lay beside the queries: one array serves as both
    RowMatrix queryEnergy;    ///< mean square of every channel; row layer * queryHeads + head, column channel
    RowMatrix keyEnergy;      ///< row layer * keyHeads + head
};

/// Opens a source: reads it whole.
/// Arrays are (position, channel), (position, head, channel) or (layer, position, head, channel), float16 to float64.
/// The keys lie beside the queries under the same name with `q` for `k` (`x_q.npy`, `x_k.npy`; `q_x.npy`, `k_x.npy`;
/// `query` and `key` too), whichever of both was named. Refuses, naming the file and what would be right: unknown
/// captures, files that are missing, larger than 1 GiB, of other shapes, with values that are not finite, and keys
/// that do not fit the queries.
Result<std::shared_ptr<const ContentFile>> openContent(const std::string& source);

/// What tells that a file is still the one that was read.
struct FileStamp {
    std::string path;
    std::filesystem::file_time_type written;
    std::uintmax_t bytes = 0;

    bool operator==(const FileStamp&) const = default;
};

/// The sources that its owner opened lately: one that has not changed on disk since is not read again.
class ContentShelf {
public:
    /// As openContent.
    Result<std::shared_ptr<const ContentFile>> open(const std::string& source);

private:
    struct Entry {
        std::vector<FileStamp> stamps;
        std::shared_ptr<const ContentFile> content;
    };
    static constexpr std::size_t mostKept = 3;

    std::vector<Entry> entries_; ///< the last one first
};

} // namespace rope

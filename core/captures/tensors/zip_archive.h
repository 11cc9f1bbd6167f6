#pragma once

#include "core/captures/tensors/byte_source.h"

#include <string>
#include <vector>

namespace rope {

/// The files in a zip archive, each of which is read piece by piece.
struct ZipMember {
    std::string name;
    std::shared_ptr<ByteSource> bytes;
};

/// The members of an archive, in its order, folders left out. A member that is kept as it is (as torch.save and
/// numpy.savez write them) is read where it is asked for; a compressed one is unpacked when its first byte is, if it
/// says that it has at most 1 GiB. Refuses what is no zip archive, one with more than 65 536 members, and encrypted or
/// oddly compressed members.
Result<std::vector<ZipMember>> zipMembers(const std::string& path);

} // namespace rope

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rope {

/// What a pickle of torch.save says about one tensor: which storage it looks into, and how.
struct PickledTensor {
    std::string name;        ///< the keys and indices on the way to it, joined by points: `layers.3.q`
    std::string storageType; ///< `FloatStorage`, or a dtype such as `float8_e4m3fn`
    std::string storageKey;  ///< the member data/KEY of the archive
    std::int64_t offset = 0; ///< in numbers
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides; ///< in numbers
};

/// The tensors in a pickle, which is read as data and never executed: numbers, texts, lists, tuples, dictionaries,
/// OrderedDicts and tensors. Refuses, by its name, every other opcode and global ("os.system"), more than 64 MiB, more
/// than a million values, and tensors deeper than 32 levels. `name` is the file's, for messages.
Result<std::vector<PickledTensor>> pickledTensors(std::string_view bytes, const std::string& name);

} // namespace rope

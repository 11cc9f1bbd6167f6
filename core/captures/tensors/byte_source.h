#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace rope {

/// The bytes of a file, or of a member of an archive, of which pieces are read as they are asked for. Nothing is mapped
/// into memory: a mapped file that another program cuts short would end this one.
class ByteSource {
public:
    virtual ~ByteSource() = default;

    virtual std::uint64_t size() const = 0;

    /// Fills `out` with the bytes from `first` on. Requires first + out.size() <= size(). Fails when they cannot be
    /// read.
    virtual Result<void> read(std::uint64_t first, std::span<char> out) = 0;
};

/// An ordinary file; anything else is refused, with `wanted` for what it should be ("an .npy file").
Result<std::shared_ptr<ByteSource>> openFileSource(const std::string& path, const std::string& wanted);

/// `count` bytes from `first` on, or as many as there are.
Result<std::string> bytesOf(ByteSource& source, std::uint64_t first, std::uint64_t count);

} // namespace rope

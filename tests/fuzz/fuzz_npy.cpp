#include "core/base/npy.h"

#include <cstdint>
#include <cstdlib>

/// Any bytes are an array of the size that its shape says, or refused in one line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto array = rope::parseNpy(bytes, "fuzz.npy");
    if (!array) {
        const std::string line = rope::describe(array.error());
        if (array.error().message.empty() || line.find('\n') != std::string::npos)
            std::abort();
        return 0;
    }
    if (array->asDoubles().size() != static_cast<std::size_t>(array->count()))
        std::abort();
    static_cast<void>(rope::matrixOf(*array, "fuzz.npy"));
    static_cast<void>(rope::integersOf(*array, "fuzz.npy"));
    static_cast<void>(rope::positionsOf(*array, "fuzz.npy"));
    return 0;
}

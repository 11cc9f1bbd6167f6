#include "core/model/gguf/gguf.h"
#include "core/state/change.h"

#include <cstdint>
#include <cstdlib>

/// Any bytes are read into a valid model or refused in one line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto file = rope::readGguf(bytes, "fuzz");
    if (file && !rope::validate(file->model))
        std::abort();
    if (!file && (file.error().message.empty() || rope::describe(file.error()).find('\n') != std::string::npos))
        std::abort();
    return 0;
}

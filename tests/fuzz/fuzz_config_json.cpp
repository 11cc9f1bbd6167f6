#include "core/model/config/config_json.h"
#include "core/state/change.h"

#include <cstdint>
#include <cstdlib>

/// Any text is read into a valid model or refused in one line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto file = rope::readConfigJson(text, "fuzz");
    if (file && !rope::validate(file->model))
        std::abort();
    if (!file && (file.error().message.empty() || rope::describe(file.error()).find('\n') != std::string::npos))
        std::abort();
    const auto fragment = rope::readRopeFragment(text, rope::RotarySettings{});
    if (fragment && !rope::validate(fragment->model))
        std::abort();
    return 0;
}

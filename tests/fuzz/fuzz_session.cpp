#include "core/state/change.h"
#include "core/state/json.h"

#include <cstdint>
#include <cstdlib>

/// Any text is a valid state that is written and read back as itself, or refused in one line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto state = rope::stateFromJson(text);
    if (!state) {
        const std::string line = rope::describe(state.error());
        if (state.error().message.empty() || line.find('\n') != std::string::npos)
            std::abort();
        return 0;
    }
    const auto again = rope::stateFromJson(rope::toJson(*state));
    if (!rope::validate(state->model) || !again || !(*again == *state))
        std::abort();
    return 0;
}

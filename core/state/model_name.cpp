#include "core/state/model_name.h"

#include "core/state/keys.h"

#include <cctype>

namespace rope {

namespace {

/// A whole number in groups of three; any other as it is.
std::string grouped(double value)
{
    std::string text = formatValue(value);
    for (const char c : text)
        if (std::isdigit(static_cast<unsigned char>(c)) == 0)
            return text;
    if (text.size() > 4)
        for (std::size_t left = text.size(); left > 3;)
            text.insert(left -= 3, 1, ' ');
    return text;
}

} // namespace

std::string plainModelName(const ModelSettings& model)
{
    const RotarySettings& rotary = model.layers[static_cast<std::size_t>(model.activeLayer)];
    return "RoPE, d " + std::to_string(rotary.headDim) + ", base " + grouped(rotary.base);
}

bool hasPlainName(const ModelSettings& model)
{
    return model.source.empty() && model.name == plainModelName(model);
}

} // namespace rope

#include "core/state/sweep.h"

#include "core/state/change.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace rope {

namespace {

constexpr const char* form = "write KEY=FROM:TO or KEY=FROM:TO:FRAMES, such as positions.query=0:200:100";

std::vector<std::string> partsOf(std::string_view text)
{
    std::vector<std::string> parts;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(':', start), text.size());
        parts.emplace_back(text.substr(start, end - start));
        start = end + 1;
    }
    return parts;
}

Result<StateKey> numericKey(const ExplorerState& state, const std::string& id)
{
    const KeyHandle key = findKey(state, id);
    if (!key)
        return refuse(id, "there is no such key; `list keys` prints them");
    if (key->kind != ValueKind::Integer && key->kind != ValueKind::Real)
        return refuse(id, "is no number, so it cannot be animated");
    return *key;
}

Result<int> frameCount(const std::string& text)
{
    const Result<double> count = parseNumber(text);
    if (!count || *count != std::floor(*count) || *count < fewestFrames || *count > mostFrames)
        return refuse("frames", "'" + text + "' is not possible; an animation has 2 to 1000 frames");
    return static_cast<int>(*count);
}

} // namespace

Sweep usualSweep(const ExplorerState& state)
{
    Sweep sweep;
    const KeyHandle key = findKey(state, sweep.key);
    const KeyRange range = sliderRange(state, *key);
    const double steps = sweep.frames - 1;
    sweep.from = std::max(range.minimum, std::min(std::get<double>(key->get(state)), range.maximum - steps));
    sweep.to = std::min(range.maximum, sweep.from + steps);
    return sweep;
}

Result<Sweep> parseSweep(const ExplorerState& state, std::string_view text)
{
    const std::size_t equals = text.find('=');
    const std::vector<std::string> parts = partsOf(equals == std::string_view::npos ? text : text.substr(equals + 1));
    if (equals == std::string_view::npos || parts.size() < 2 || parts.size() > 3)
        return refuse(std::string(text), form);
    Sweep sweep{.key = std::string(text.substr(0, equals))};
    const Result<double> from = parseNumber(parts[0]);
    const Result<double> to = parseNumber(parts[1]);
    if (!from || !to)
        return refuse(sweep.key, (from ? to : from).error().message);
    sweep.from = *from;
    sweep.to = *to;
    if (parts.size() == 3) {
        const Result<int> frames = frameCount(parts[2]);
        if (!frames)
            return tl::unexpected(frames.error());
        sweep.frames = *frames;
    }
    const Result<void> possible = validate(state, sweep);
    return possible ? Result<Sweep>(sweep) : tl::unexpected(possible.error());
}

double sweptValue(const StateKey& key, const Sweep& sweep, int frame)
{
    if (frame <= 0)
        return sweep.from;
    if (frame >= sweep.frames - 1)
        return sweep.to;
    const double share = static_cast<double>(frame) / (sweep.frames - 1);
    const bool ratios = key.logarithmic && sweep.from > 0.0 && sweep.to > 0.0;
    const double value =
        ratios ? sweep.from * std::pow(sweep.to / sweep.from, share) : sweep.from + share * (sweep.to - sweep.from);
    return key.kind == ValueKind::Integer ? std::round(value) : value;
}

Result<ExplorerState> sweptState(const ExplorerState& state, const Sweep& sweep, int frame)
{
    const Result<StateKey> key = numericKey(state, sweep.key);
    if (!key)
        return tl::unexpected(key.error());
    const double value = sweptValue(*key, sweep, frame);
    Result<ExplorerState> next = withChange(state, SetValue{sweep.key, value});
    const bool between = frame > 0 && frame < sweep.frames - 1;
    if (!next && between && key->kind == ValueKind::Integer)
        next = withChange(state, SetValue{sweep.key, value + 1.0});
    return next;
}

Result<void> validate(const ExplorerState& state, const Sweep& sweep)
{
    if (sweep.frames < fewestFrames || sweep.frames > mostFrames)
        return refuse("frames", "an animation has 2 to 1000 frames");
    for (const int frame : {0, sweep.frames - 1})
        if (const Result<ExplorerState> end = sweptState(state, sweep, frame); !end)
            return tl::unexpected(end.error());
    return {};
}

} // namespace rope

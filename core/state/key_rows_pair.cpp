#include "core/state/key_rows_pair.h"

#include "core/state/key_rows.h"

#include <algorithm>
#include <numbers>

namespace rope {

namespace {

constexpr double degree = std::numbers::pi / 180.0;

/// A position key that takes the other position along when the offset is kept.
StateKey positionKey(StateKey key, std::int64_t PositionSettings::*moved, std::int64_t PositionSettings::*other)
{
    key.get = [moved](const ExplorerState& state) -> Value {
        return static_cast<double>(state.positions.*moved);
    };
    key.set = [moved, other, id = key.id](ExplorerState& state, const Value& value) -> Result<void> {
        const auto target = static_cast<std::int64_t>(std::get<double>(value));
        if (state.positions.keepOffset) {
            const std::int64_t partner = state.positions.*other + target - state.positions.*moved;
            if (partner < 0 || partner > maximumLength)
                return refuse(id, "with the offset kept, the other position would be " + std::to_string(partner) +
                                      "; it must stay between 0 and " + std::to_string(maximumLength));
            state.positions.*other = partner;
        }
        state.positions.*moved = target;
        return {};
    };
    return key;
}

/// A position goes up to the end of the sequence, and as far as the other one can follow it.
StateKey positionRow(StateKey key, std::int64_t PositionSettings::*moved, std::int64_t PositionSettings::*other)
{
    return offering(positionKey(std::move(key), moved, other), [moved, other](const ExplorerState& s) -> KeyRange {
        const std::int64_t lead = s.positions.keepOffset ? s.positions.*moved - s.positions.*other : 0;
        const std::int64_t end = std::max({s.sequence.length - 1, s.positions.query, s.positions.key, std::int64_t{1}});
        return {static_cast<double>(std::max(std::int64_t{0}, lead)), static_cast<double>(std::min(end, end + lead))};
    });
}

/// A view of one number of the highlighted pair's content; angles are shown in degrees.
StateKey pairKey(StateKey key, double PairContent::*member, double unit)
{
    key.stored = false;
    key.get = [member, unit](const ExplorerState& s) -> Value {
        return pairContent(s, s.highlightedPair).*member / unit;
    };
    key.set = [member, unit](ExplorerState& s, const Value& value) -> Result<void> {
        const auto needed = static_cast<std::size_t>(s.highlightedPair) + 1;
        if (s.pairs.size() < needed)
            s.pairs.resize(needed);
        s.pairs[needed - 1].*member = std::get<double>(value) * unit;
        return {};
    };
    return key;
}

} // namespace

std::vector<StateKey> positionKeys()
{
    const double last = static_cast<double>(maximumLength);
    return {
        positionRow(integer("positions.query", "Positions", "Query position m", "tokens",
                            "Position of the query: its pairs turn by m theta", 0, last),
                    &PositionSettings::query, &PositionSettings::key),
        positionRow(integer("positions.key", "Positions", "Key position n", "tokens",
                            "Position of the key: its pairs turn by n theta", 0, last),
                    &PositionSettings::key, &PositionSettings::query),
        plainKey(named(ValueKind::Switch, "positions.keep_offset", "Positions", "Keep the offset n − m",
                       "Moving one position moves the other by as much, so the score stays"),
                 [](ExplorerState& s) -> bool& { return s.positions.keepOffset; }),
    };
}

StateKey highlightedPairKey()
{
    return offering(plainKey(integer("pair.highlighted", "Frequencies", "Highlighted pair j", "",
                                     "The pair on show: 0 turns fastest", 0, maximumHeadDim / 2 - 1),
                             [](ExplorerState& s) -> int& { return s.highlightedPair; }),
                    [](const ExplorerState& s) -> KeyRange {
                        return {0, static_cast<double>(pairCount(s) - 1)};
                    });
}

std::vector<StateKey> pairKeys()
{
    const std::string group = "Highlighted pair";
    return {
        pairKey(real("pair.query_length", group, "Length of q", "", "Length of q in this pair", 0, 10),
                &PairContent::queryLength, 1.0),
        pairKey(real("pair.query_angle", group, "Angle of q", "degrees", "Direction of q in this pair before rotation",
                     -180, 180),
                &PairContent::queryAngle, degree),
        pairKey(real("pair.key_length", group, "Length of k", "", "Length of k in this pair", 0, 10),
                &PairContent::keyLength, 1.0),
        pairKey(real("pair.key_angle", group, "Angle of k", "degrees", "Direction of k in this pair before rotation",
                     -180, 180),
                &PairContent::keyAngle, degree),
    };
}

} // namespace rope

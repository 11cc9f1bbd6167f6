#include "core/lab/handmade_rule.h"
#include "core/lab/projection_order.h"
#include "core/lab/two_layers.h"
#include "core/lessons/quantity_tables.h"
#include "core/state/derived.h"
#include "core/views/lab_of_state.h"

namespace rope {
namespace {

constexpr const char* front = "yesterday at noon";
constexpr const char* otherFront = "nobody knows why";
constexpr std::int64_t farAway = 1000;
constexpr std::uint64_t layersSeed = 11;

using State = const ShownState&;
using Argument = std::int64_t;

/// The sentence's lab under RoPE alone, whatever encodings the state has: what these numbers speak about.
Result<Lab> rotaryLab(const ExplorerState& state, const std::string& text)
{
    ExplorerState rotary = state;
    rotary.encoding.absolute = AbsoluteEncoding::None;
    rotary.encoding.relative = RelativeEncoding::Rotary;
    rotary.sequence.text = text;
    return labOf(rotary);
}

TwoLayers lessonLayers()
{
    return twoLayers(labDim, labDim, layersSeed);
}

Result<LayerChange> movedOf(const ExplorerState& state)
{
    return rotaryLab(state, state.sequence.text).map([&](const Lab& lab) {
        return positionsMoved(lab.embeddings, lessonLayers(), lab.positions, Mask::Causal, farAway);
    });
}

Result<LayerChange> frontReplacedOf(const ExplorerState& state)
{
    const Result<Lab> one = rotaryLab(state, front);
    const Result<Lab> other = rotaryLab(state, otherFront);
    if (!one || !other)
        return tl::unexpected(one ? other.error() : one.error());
    return rotaryLab(state, state.sequence.text).map([&](const Lab& lab) {
        return frontReplaced(one->embeddings, other->embeddings, lab.embeddings, lessonLayers(), lab.positions);
    });
}

Result<LayerChange> startMovedOf(const ExplorerState& state)
{
    return rotaryLab(state, state.sequence.text).map([&](const Lab& lab) {
        return startMoved(lab.embeddings, lessonLayers(), lab.positions);
    });
}

Result<LayerChange> lastToFrontOf(const ExplorerState& state, Mask mask)
{
    return rotaryLab(state, state.sequence.text).map([&](const Lab& lab) {
        return lastToFront(lab.embeddings, lessonLayers(), mask);
    });
}

Result<LayerChange> openLastToFront(const ExplorerState& state)
{
    return lastToFrontOf(state, Mask::None);
}

Result<LayerChange> causalLastToFront(const ExplorerState& state)
{
    return lastToFrontOf(state, Mask::Causal);
}

template <Result<LayerChange> (*experiment)(const ExplorerState&), double LayerChange::*layer>
Result<double> layerValue(State state, Argument)
{
    return experiment(state).map([](const LayerChange& change) { return change.*layer; });
}

template <double CommonShift::*order> Result<double> commonShiftValue(State state, Argument step)
{
    return rotaryLab(state, state.sequence.text).map([&](const Lab& lab) {
        return commonShift(lab.embeddings.topRows(1), lab.embeddings.bottomRows(1), lab.head, lab.positions,
                           state.positions.query, state.positions.key, step).*
               order;
    });
}

template <std::int64_t distance> Result<double> relativeRule(State state, Argument place)
{
    if (place < distance)
        return refuse("", "the rule looks " + std::to_string(distance) + " tokens back");
    return relativeRuleShare(activeSchedule(state).inverseFrequency, distance, place);
}

template <std::int64_t distance> Result<double> tableRule(State, Argument place)
{
    if (place < distance)
        return refuse("", "the rule looks " + std::to_string(distance) + " tokens back");
    return tableRuleShare(distance, place);
}

} // namespace

std::vector<LiveQuantity> ruleQuantities()
{
    using enum QuantityArgument;
    constexpr auto first = &LayerChange::first;
    constexpr auto second = &LayerChange::second;
    return {
        {"rule_before", "share of the token before by a head made for RoPE", "", 3, relativeRule<1>, Tokens},
        {"rule_two_before", "share of the token two before by a head made for RoPE", "", 3, relativeRule<2>, Tokens},
        {"table_rule_before", "share of the token before by a rule learned from a table", "", 3, tableRule<1>, Tokens},
        {"table_rule_two_before", "share of the token two before by a rule learned from a table", "", 3, tableRule<2>,
         Tokens},
        {"turned_after_change", "change of the product by a common shift, turned after the projections", "", 3,
         commonShiftValue<&CommonShift::turnedAfter>, Tokens},
        {"turned_before_change", "change of the product by a common shift, turned before the projections", "", 3,
         commonShiftValue<&CommonShift::turnedBefore>, Tokens},
        {"moved_first_layer", "change of a first layer's score by moved positions", "", 3, layerValue<movedOf, first>},
        {"moved_second_layer", "change of a second layer's score by moved positions", "", 3,
         layerValue<movedOf, second>},
        {"content_first_layer", "change of a first layer's score by other words in front", "", 3,
         layerValue<frontReplacedOf, first>},
        {"content_second_layer", "change of a second layer's score by other words in front", "", 3,
         layerValue<frontReplacedOf, second>},
        {"start_first_layer", "change of a first layer's score by a start farther off", "", 3,
         layerValue<startMovedOf, first>},
        {"start_second_layer", "change of a second layer's score by a start farther off", "", 3,
         layerValue<startMovedOf, second>},
        {"open_order_second_layer", "change of a second layer's score by another order, no mask", "", 3,
         layerValue<openLastToFront, second>},
        {"mask_order_first_layer", "change of a first layer's score by another order, causal mask", "", 3,
         layerValue<causalLastToFront, first>},
        {"mask_order_second_layer", "change of a second layer's score by another order, causal mask", "", 3,
         layerValue<causalLastToFront, second>},
    };
}

} // namespace rope

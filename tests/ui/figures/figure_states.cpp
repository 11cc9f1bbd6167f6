#include "tests/ui/figures/figure_states.h"

#include "tests/core/opened_content.h"

#include <gtest/gtest.h>

namespace rope {

ExplorerState stateWith(const std::vector<std::pair<std::string, std::string>>& values)
{
    ExplorerState state;
    for (const auto& [id, text] : values) {
        const auto key = findKey(state, id);
        if (!key) {
            ADD_FAILURE() << "no key " << id;
            continue;
        }
        const auto value = parseValue(*key, text);
        const auto next = value ? withChange(state, SetValue{id, *value}) : tl::unexpected(value.error());
        if (next)
            state = *next;
        else
            ADD_FAILURE() << describe(next.error());
    }
    return state;
}

std::vector<NamedState> edgeStates()
{
    return {
        {"usual", stateWith({})},
        {"one pair", stateWith({{"model.head_dim", "2"}})},
        {"512 pairs", stateWith({{"model.head_dim", "1024"}, {"pair.highlighted", "511"}})},
        {"one token", stateWith({{"positions.query", "0"}, {"positions.key", "0"}, {"sequence.length", "1"}})},
        {"past the end", stateWith({{"sequence.length", "7"}, {"positions.query", "5000"}, {"positions.key", "90"}})},
        {"ten million tokens", stateWith({{"sequence.length", "10000000"},
                                          {"positions.query", "9999999"},
                                          {"positions.key", "1234567"},
                                          {"pair.highlighted", "0"}})},
        {"m = n", stateWith({{"positions.query", "7"}, {"positions.key", "7"}})},
        {"smallest base", stateWith({{"model.base", "1.1"}})},
        {"largest base", stateWith({{"model.base", "1e9"}, {"pair.highlighted", "63"}})},
        {"partial and interleaved",
         stateWith({{"model.head_dim", "96"}, {"model.rotary_dim", "24"}, {"model.pairing", "interleaved"}})},
        {"yarn", stateWith({{"model.scheme", "yarn"}, {"scheme.factor", "16"}})},
        {"causal attention", stateWith({{"sequence.mask", "causal"}, {"sequence.quantity", "attention"}})},
        {"a step of the proof, and positional scores", stateWith({{"model.scheme", "yarn"},
                                                                  {"scheme.factor", "16"},
                                                                  {"sequence.content", "random"},
                                                                  {"rotation.proof_step", "4"},
                                                                  {"scores.part", "positional"}})},
        {"the last step, and causal content", stateWith({{"positions.query", "9000000"},
                                                         {"sequence.content", "random"},
                                                         {"sequence.mask", "causal"},
                                                         {"rotation.proof_step", "6"},
                                                         {"scores.part", "content"}})},
        {"captured content", openedWith(stateWith({}), "capture:stories260k")},
    };
}

Scene::Scene(const Figure& figure, const ShownState& state, QSizeF size, Theme theme, double fontSize)
    : figure_(figure)
    , state_(state)
    , area_(QPointF(0, 0), size)
    , style_(styleOf(theme, fontSize))
{
    prepared_ = preparedNow(figure, state_);
}

FigureContext Scene::context() const
{
    return {state_, area_, style_, highlight, prepared_.get(), 1.0};
}

QImage Scene::image() const
{
    QImage image(area_.size().toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(style_.background);
    QPainter painter(&image);
    paint(painter);
    return image;
}

std::optional<Change> Scene::drag(QPointF press, QPointF current, bool keepLength, bool snapAngle) const
{
    return figure_.drag(context(), DragGesture{press, current, keepLength, snapAngle, state_});
}

} // namespace rope

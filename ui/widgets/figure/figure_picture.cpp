#include "ui/widgets/figure/figure_picture.h"

#include "core/state/json.h"

#include <utility>

namespace rope {

PaintFunction paintFunction(const Figure& figure, const ShownState& state, std::shared_ptr<const Prepared> prepared)
{
    return [&figure, state, kept = std::move(prepared)](QPainter& painter, const QRectF& area, const PaintStyle& style,
                                                        double deviceScale) {
        figure.paint(painter, {.state = state,
                               .area = area,
                               .style = style,
                               .highlight = {},
                               .prepared = kept.get(),
                               .deviceScale = deviceScale});
    };
}

void describeInto(ExportOptions& options, const Figure& figure, const ShownState& state)
{
    options.title = figure.title();
    options.description = figure.describe(state);
    options.state = QByteArray::fromStdString(toJson(state));
}

} // namespace rope

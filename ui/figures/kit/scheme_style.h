#pragma once

#include "ui/paint/chart.h"

#include <string_view>

namespace rope {

/// How a scheme looks in every figure: colour and dash both differ, so that no curve is known by its colour alone.
struct SchemeStyle {
    std::string_view id; ///< of a scheme, or of what is measured beside schemes
    int colour;          ///< an entry of PaintStyle::series; -1: the muted text's
    QList<qreal> dashes; ///< empty: a full line
};

/// The style of a scheme; of one that has none of its own, one that no other has.
const SchemeStyle& schemeStyle(std::string_view id);

/// A curve in a scheme's style. The active scheme's is wider and its name bold.
ChartSeries schemeSeries(std::string_view id, const QString& name, std::vector<QPointF> points, bool active,
                         const PaintStyle& style);

} // namespace rope

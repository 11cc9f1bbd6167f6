#pragma once

#include "core/state/change.h"
#include "core/state/keys.h"
#include "ui/figures/kit/figure.h"

#include <QImage>
#include <string>
#include <utility>
#include <vector>

namespace rope {

/// A state after `--set`-like pairs of key and value; fails the running test when one is refused.
ExplorerState stateWith(const std::vector<std::pair<std::string, std::string>>& values);

/// States at the edges of what a figure may be given: few and many pairs, one token and ten million, m = n, odd bases.
struct NamedState {
    std::string name;
    ShownState state;
};
std::vector<NamedState> edgeStates();

/// A figure at work on one state, area and style, with its preparation done.
class Scene {
public:
    Scene(const Figure& figure, const ShownState& state, QSizeF size, Theme theme = Theme::Light,
          double fontSize = 12.0);

    FigureContext context() const;
    QImage image() const;
    void paint(QPainter& painter) const { figure_.paint(painter, context()); }
    Readout hover(QPointF point) const { return figure_.hover(context(), point); }
    std::optional<Change> drag(QPointF press, QPointF current, bool keepLength = false, bool snapAngle = false) const;

    Highlight highlight;

private:
    const Figure& figure_;
    ShownState state_;
    QRectF area_;
    PaintStyle style_;
    std::shared_ptr<const Prepared> prepared_;
};

} // namespace rope

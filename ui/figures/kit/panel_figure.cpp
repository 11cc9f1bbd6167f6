#include "ui/figures/kit/panel_figure.h"

#include "ui/figures/kit/lab_parts.h"
#include "ui/figures/kit/moves.h"

#include <algorithm>

namespace rope {

namespace {

Frame frameOf(const PanelSpec& spec, const Panel& panel, const PaintStyle& style)
{
    if (const auto* chart = std::get_if<ChartSpec>(&spec.body)) {
        ChartSpec plain;
        plain.frame = chart->frame;
        return layoutChart(panel.plot, plain, style);
    }
    if (const auto* marked = std::get_if<MarkedMatrix>(&spec.body))
        return matrixPanelFrame(panel, marked->matrix, style);
    const QRectF& plot = panel.plot;
    return {.spec = {},
            .area = plot,
            .plot = plot,
            .x = {.from = plot.left(), .to = plot.right()},
            .y = {.from = plot.bottom(), .to = plot.top()},
            .rightScale = {}};
}

/// Legends of the first so many panels, or of the chosen one, each name once.
std::vector<LegendEntry> legendOf(const PanelPicture& picture, std::size_t shown, int chosen)
{
    std::vector<LegendEntry> legend;
    for (std::size_t i = 0; i < picture.panels.size(); ++i) {
        const bool isShown = chosen > 0 ? i + 1 == static_cast<std::size_t>(chosen) : i < shown;
        if (!isShown)
            continue;
        for (LegendEntry& entry : legendOf(picture.panels[i]))
            if (std::ranges::none_of(legend, [&](const LegendEntry& other) { return other.name == entry.name; }))
                legend.push_back(std::move(entry));
    }
    return legend;
}

/// As many panels as have room beside a legend of theirs. Where not even the first one's has room, there is none.
LaidOutPanels placed(const PanelPicture& picture, const FigureContext& context)
{
    const int count = static_cast<int>(picture.panels.size());
    const int chosen = context.state.view.panel > count ? 0 : context.state.view.panel;
    const auto divided = [&](int shown) {
        const auto legend = legendOf(picture, static_cast<std::size_t>(shown), chosen);
        return divideFigure(context.area, context.style, legend, picture.captions);
    };
    const bool withoutLegend = divided(1).legend.empty();
    for (int shown = count;; --shown) {
        LaidOutPanels laidOut{divided(shown), {}};
        std::vector<Panel> panels;
        if (picture.arrange && chosen == 0)
            panels = picture.arrange(laidOut.parts.body);
        else if (withoutLegend || !laidOut.parts.legend.empty() || shown <= 1)
            panels = gridPanels(laidOut.parts.body, context.style, count, chosen > 0 ? 1 : shown, picture.smallest);
        if (chosen > 0 && panels.size() == 1)
            panels.front().index = chosen - 1;
        for (const Panel& panel : panels) {
            const PanelSpec& spec = picture.panels[static_cast<std::size_t>(panel.index)];
            laidOut.panels.push_back({&spec, panel, frameOf(spec, panel, context.style)});
        }
        if (!panels.empty() || shown <= 1)
            return laidOut;
    }
}

void paintBody(QPainter& painter, const ShownPanel& shown, const FigureContext& context)
{
    if (const auto* chart = std::get_if<ChartSpec>(&shown.spec->body)) {
        ChartSpec own = *chart;
        own.hasLegend = false;
        paintChart(painter, shown.panel.plot, own, context.style, context.deviceScale, context.charts);
    } else if (const auto* marked = std::get_if<MarkedMatrix>(&shown.spec->body)) {
        paintMatrixPanel(painter, shown.panel, marked->matrix, context);
        if (marked->mark)
            marked->mark(painter, shown.frame);
    } else {
        std::get<OwnPanel>(shown.spec->body).paint(painter, shown.panel.plot);
    }
}

PanelPoint pointIn(const ShownPanel& shown, QPointF at)
{
    return {at, shown.frame.toValue(at), shown.frame};
}

const ShownPanel* panelUnder(const LaidOutPanels& laidOut, QPointF point)
{
    const auto found =
        std::ranges::find_if(laidOut.panels, [&](const ShownPanel& shown) { return shown.frame.plot.contains(point); });
    return found == laidOut.panels.end() ? nullptr : &*found;
}

QPointF heldInside(const QRectF& plot, QPointF point)
{
    return {std::clamp(point.x(), plot.left(), plot.right()), std::clamp(point.y(), plot.top(), plot.bottom())};
}

} // namespace

std::vector<LegendEntry> legendOf(const PanelSpec& panel)
{
    if (const auto* chart = std::get_if<ChartSpec>(&panel.body))
        return legendOf(*chart);
    if (const auto* marked = std::get_if<MarkedMatrix>(&panel.body))
        return marked->legend;
    return std::get<OwnPanel>(panel.body).legend;
}

LaidOutPanels layoutPanels(const PanelPicture& picture, const FigureContext& context)
{
    return picture.panels.empty() ? LaidOutPanels{} : placed(picture, context);
}

void PanelFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const PanelPicture picture = parts_.picture(context);
    if (picture.refusal)
        return paintRefusal(painter, context, *picture.refusal);
    const LaidOutPanels laidOut = layoutPanels(picture, context);
    QStringList names;
    for (const PanelSpec& panel : picture.panels)
        names << panel.title;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const ShownPanel& shown : laidOut.panels) {
        paintBody(painter, shown, context);
        if (shown.panel.title.height() > 0.0)
            drawPanelTitle(painter, shown.panel, names, laidOut.panels.size(), context.style);
    }
    drawFigureParts(painter, laidOut.parts, context.style);
    painter.restore();
}

Readout PanelFigure::hover(const FigureContext& context, QPointF point) const
{
    const PanelPicture picture = parts_.picture(context);
    const LaidOutPanels laidOut = layoutPanels(picture, context);
    const ShownPanel* shown = panelUnder(laidOut, point);
    return shown && shown->spec->read ? shown->spec->read(pointIn(*shown, point)) : Readout{};
}

std::optional<Change> PanelFigure::drag(const FigureContext& context, const DragGesture& gesture) const
{
    const PanelPicture picture = parts_.picture(context);
    const LaidOutPanels laidOut = layoutPanels(picture, context);
    const ShownPanel* shown = panelUnder(laidOut, gesture.press);
    if (!shown || !shown->spec->pick)
        return std::nullopt;
    return shown->spec->pick(pointIn(*shown, gesture.press),
                             pointIn(*shown, heldInside(shown->frame.plot, gesture.current)), gesture.startState);
}

std::optional<Change> PanelFigure::step(const ShownState& state, int steps, bool vertical) const
{
    const char* key = vertical && parts_.steps.along ? parts_.steps.along : parts_.steps.across;
    return key ? moveBy(state, key, steps) : std::nullopt;
}

std::optional<Change> PanelFigure::wheel(const FigureContext& context, QPointF, double steps) const
{
    return parts_.zoom ? parts_.zoom(context.state, steps) : std::nullopt;
}

bool PanelFigure::needsPreparation(const ShownState& state, const Prepared* have) const
{
    return parts_.needsPreparation && parts_.needsPreparation(state, have);
}

std::shared_ptr<const Prepared> PanelFigure::prepare(const ShownState& state, const WorkControl& control,
                                                     const Prepared* have) const
{
    return parts_.prepare ? parts_.prepare(state, control, have) : nullptr;
}

} // namespace rope

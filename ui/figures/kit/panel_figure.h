#pragma once

#include "ui/figures/kit/figure.h"
#include "ui/figures/kit/matrix_panel.h"
#include "ui/figures/kit/panels.h"
#include "ui/paint/chart.h"

#include <functional>
#include <variant>
#include <vector>

namespace rope {

// A figure of panels is a declaration:
//
//     PanelPicture pictureOf(const FigureContext& context)        // numbers and marks of each panel, as data
//     {
//         PanelPicture picture;
//         picture.captions = {longest, shorter, shortest};
//         picture.panels.push_back({.id = "ratio", .title = "Ratio", .body = chart, .read = ..., .pick = ...});
//         return picture;
//     }
//
//     const Figure& ratioFigure()
//     {
//         static const PanelFigure figure({.head = {"ratio", "Ratio", "What it shows."}, .picture = pictureOf, ...});
//         return figure;
//     }
//
// The kit lays the panels out, sets the legend from the names in the charts that are shown, paints, and finds the panel
// and the values under the pointer. A body is a chart, a matrix, or what paints itself.

/// A place inside a panel's plot.
struct PanelPoint {
    QPointF at;         ///< in the painter's coordinates
    QPointF value;      ///< on the bottom and left axes; of a panel that paints itself: shares of its plot
    const Frame& frame; ///< axes and plot of the panel
};

/// Paints itself into its panel. Nothing in it has a place on axes.
struct OwnPanel {
    std::function<void(QPainter&, const QRectF& plot)> paint;
    std::vector<LegendEntry> legend = {};
};

/// A matrix, and what is marked on it.
struct MarkedMatrix {
    MatrixPanel matrix;
    std::function<void(QPainter&, const Frame&)> mark = {};
    std::vector<LegendEntry> legend = {};
};

/// One panel as data.
struct PanelSpec {
    QString id;
    QString title; ///< of which what stands before the first comma is enough
    std::variant<ChartSpec, MarkedMatrix, OwnPanel> body;
    std::function<Readout(const PanelPoint&)> read = {}; ///< what is at a place
    /// The change that a drag from one place to another asks for.
    std::function<std::optional<Change>(const PanelPoint& from, const PanelPoint& to, const ExplorerState& start)>
        pick = {};
};

/// All that a figure of panels shows.
struct PanelPicture {
    std::vector<PanelSpec> panels;
    QStringList captions = {};   ///< wordings, the longest first
    QSizeF smallest{21.0, 12.5}; ///< of a panel beside others, in font sizes
    /// Places of all panels, where a grid does not do; not asked while one panel is chosen.
    std::function<std::vector<Panel>(const QRectF& body)> arrange = {};
    std::optional<Error> refusal = {}; ///< why there is nothing to show, instead of panels
};

/// A panel with its place.
struct ShownPanel {
    const PanelSpec* spec;
    Panel panel;
    Frame frame;
};

/// What arrow keys move: keys of the state; nullptr: nothing.
struct StepKeys {
    const char* across = nullptr;
    const char* along = nullptr; ///< by up and down
};

/// What makes a figure of panels, apart from drawing.
struct PanelFigureParts {
    struct Head {
        const char* id;
        const char* title;
        const char* description;
    } head;
    PanelPicture (*picture)(const FigureContext& context);
    QString (*subtitle)(const ShownState& state);
    QString (*describe)(const ShownState& state);
    DataTable (*data)(const ShownState& state);
    StepKeys steps = {};
    /// The change that a turn of the wheel asks for, steps > 0: closer.
    std::optional<Change> (*zoom)(const ExplorerState& state, double steps) = nullptr;
    bool showsContent = false; ///< see Figure::showsContent
    bool (*needsPreparation)(const ShownState& state, const Prepared* have) = nullptr;
    std::shared_ptr<const Prepared> (*prepare)(const ShownState& state, const WorkControl& control,
                                               const Prepared* have) = nullptr;
};

class PanelFigure final : public Figure {
public:
    explicit PanelFigure(const PanelFigureParts& parts)
        : parts_(parts)
    {}

    QString id() const override { return QString::fromUtf8(parts_.head.id); }
    QString title() const override { return QString::fromUtf8(parts_.head.title); }
    QString description() const override { return QString::fromUtf8(parts_.head.description); }
    QString subtitle(const ShownState& state) const override { return parts_.subtitle(state); }
    QString describe(const ShownState& state) const override { return parts_.describe(state); }
    DataTable data(const ShownState& state) const override { return parts_.data(state); }
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> drag(const FigureContext& context, const DragGesture& gesture) const override;
    std::optional<Change> step(const ShownState& state, int steps, bool vertical) const override;
    std::optional<Change> wheel(const FigureContext& context, QPointF point, double steps) const override;
    bool showsContent() const override { return parts_.showsContent; }
    bool needsPreparation(const ShownState& state, const Prepared* have) const override;
    std::shared_ptr<const Prepared> prepare(const ShownState& state, const WorkControl& control,
                                            const Prepared* have) const override;

    PanelPicture picture(const FigureContext& context) const { return parts_.picture(context); }

private:
    PanelFigureParts parts_;
};

/// The panels of a picture that are shown, with their places, and legend and caption about them.
struct LaidOutPanels {
    FigureParts parts;
    std::vector<ShownPanel> panels;
};
LaidOutPanels layoutPanels(const PanelPicture& picture, const FigureContext& context);

/// The names of one panel's legend.
std::vector<LegendEntry> legendOf(const PanelSpec& panel);

} // namespace rope

#pragma once

#include "core/base/work.h"
#include "core/state/change.h"
#include "core/state/shown_state.h"
#include "ui/paint/style.h"

#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

namespace rope {

class ChartScenes;

/// What hovering in one figure shows in all of them. Not in the state: undo does not touch it.
struct Highlight {
    std::optional<int> pair;
    std::optional<std::int64_t> queryPosition;
    std::optional<std::int64_t> keyPosition;
    std::optional<std::int64_t> offset; ///< n - m

    bool operator==(const Highlight&) const = default;
};

/// What a figure says about a place in it.
struct Readout {
    QString text; ///< one line, values with units; empty where nothing is
    Highlight highlight;
};

/// The numbers behind a picture: named columns of equal length, with what was averaged, sampled or clipped.
struct DataTable {
    struct Column {
        QString name; ///< `inverse_frequency`
        QString unit; ///< `rad/token`, or empty
        std::vector<double> values;
    };
    std::vector<Column> columns;
    QString note; ///< what the rows are, one sentence
};

/// Work done ahead of painting, off the GUI thread when it takes long. Figures derive their own.
struct Prepared {
    virtual ~Prepared() = default;
};

/// All that a picture is made from.
struct FigureContext {
    const ShownState& state;
    QRectF area; ///< where to paint, in the painter's logical units
    const PaintStyle& style;
    Highlight highlight;
    const Prepared* prepared = nullptr; ///< what prepare() returned for this state; nullptr: not ready yet
    double deviceScale = 1.0;           ///< device pixels per logical unit: the resolution that images deserve
    ChartScenes* charts = nullptr;      ///< kept by who shows pictures one after another; nullptr: nothing is kept
};

/// A pointer gesture inside a figure, in the same coordinates as FigureContext::area.
struct DragGesture {
    QPointF press;                ///< where it began
    QPointF current;              ///< where it is
    bool keepLength = false;      ///< Shift
    bool snapAngle = false;       ///< Ctrl
    const ShownState& startState; ///< the state when it began
};

/// One figure: a pure function from a state to a picture. It reads neither widget, settings nor clock, and has no
/// state of its own. Adding one is one file and one registry line.
class Figure {
public:
    virtual ~Figure() = default;

    virtual QString id() const = 0;          ///< `scores`
    virtual QString title() const = 0;       ///< `Scores`
    virtual QString description() const = 0; ///< one sentence: what it shows

    /// What this picture shows of this state, in a few words: `pair 9, theta = 0.158 rad/token`.
    virtual QString subtitle(const ShownState& state) const = 0;
    /// The picture in words and numbers, for a screen reader.
    virtual QString describe(const ShownState& state) const = 0;

    /// Paints inside context.area, on a background already filled.
    virtual void paint(QPainter& painter, const FigureContext& context) const = 0;
    /// What is at `point`; empty where nothing is.
    virtual Readout hover(const FigureContext& context, QPointF point) const;
    /// The change that a gesture asks for, or nothing where nothing can be dragged.
    virtual std::optional<Change> drag(const FigureContext& context, const DragGesture& gesture) const;
    /// The change that an arrow key asks for (steps: -1 or +1; vertical: up/down instead of left/right).
    virtual std::optional<Change> step(const ShownState& state, int steps, bool vertical) const;
    /// The change that a turn of the wheel at `point` asks for (zoom), steps > 0: closer.
    virtual std::optional<Change> wheel(const FigureContext& context, QPointF point, double steps) const;

    /// The numbers behind the picture.
    virtual DataTable data(const ShownState& state) const = 0;

    /// True when the queries and keys of a content file are part of the picture: without them it only says why.
    virtual bool showsContent() const { return false; }

    /// True when prepare() must run before paint() can show this state, because `have`, what it returned last (or
    /// nullptr), is not for it.
    virtual bool needsPreparation(const ShownState& state, const Prepared* have) const;
    /// True when prepare() then takes less than a frame, so that nobody need wait for it in another thread.
    virtual bool preparesQuickly(const ShownState& state) const;
    /// The long part of the work, which may take over parts of `have`. Returns nullptr when it is cancelled.
    virtual std::shared_ptr<const Prepared> prepare(const ShownState& state, const WorkControl& control,
                                                    const Prepared* have) const;
};

/// What paint() needs for this state, made at once however long it takes; nullptr where it needs nothing.
std::shared_ptr<const Prepared> preparedNow(const Figure& figure, const ShownState& state);

} // namespace rope

#include "ui/figures/all.h"
#include "ui/figures/kit/arrow.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/lab_parts.h"
#include "ui/figures/kit/moves.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace rope {

namespace {

enum Part { Weights, Values, Sum, Turning };

/// One head with and without its rotation.
struct Run {
    Lab lab;
    LabRun turned;
    LabRun still;       ///< the same, nothing turned
    Eigen::Index query; ///< the word whose output is shown
    RowMatrix shares;   ///< row n: weight of word n times its value; the last row is their sum, the output
};

Run runWith(Lab lab, std::int64_t queryPosition)
{
    Run run;
    run.turned = runOf(lab);
    LabPositions still = lab.positions;
    still.inverseFrequency.resize(0);
    run.still = runAttention(lab.embeddings, lab.head, still, lab.mask);
    const Eigen::Index words = run.turned.values.rows();
    run.query = queryPosition % words;
    run.shares.resize(words + 1, labDim);
    for (Eigen::Index n = 0; n < words; ++n)
        run.shares.row(n) = run.turned.weights(run.query, n) * run.turned.values.row(n);
    run.shares.row(words) = run.turned.output.row(run.query);
    run.lab = std::move(lab);
    return run;
}

Result<Run> runFor(const ShownState& state)
{
    return shownLabOf(state).map([&](const Lab& lab) { return runWith(lab, state.positions.query); });
}

QString queryWord(const Run& run)
{
    return QString::fromStdString(run.lab.tokens[static_cast<std::size_t>(run.query)]);
}

/// How far turning moves each row.
Eigen::VectorXd moved(const RowMatrix& after, const RowMatrix& before)
{
    return (after - before).rowwise().norm();
}

QStringList captions(const ShownState& state, const Run& run)
{
    const double queries = moved(run.turned.turnedQueries, run.turned.queries).maxCoeff();
    const QString turning = state.encoding.relative == RelativeEncoding::Rotary
                                ? QStringLiteral("Turning moves queries by up to %1 and values by %2.")
                                      .arg(readableNumber(queries, 3),
                                           readableNumber(moved(run.turned.values, run.still.values).maxCoeff(), 3))
                                : QStringLiteral("Nothing turns here (%1).").arg(encodingText(state));
    const QString source = labSourceText(state, run.lab);
    const QString sum =
        QStringLiteral("The output of “%1” is the sum of the values, each times its share of attention.")
            .arg(queryWord(run));
    const QString from = source.isEmpty() ? QString() : source + u' ';
    return {from + turning + u' ' + sum, from + turning, turning, QStringLiteral("Output of “%1”").arg(queryWord(run))};
}

struct Picture {
    Run run;
    FigureParts parts;
    std::vector<Panel> panels;
};

/// What the colours mean: of all panels, or of one that stands alone.
std::vector<LegendEntry> legendOf(const PaintStyle& style, std::optional<int> alone = {})
{
    const LegendEntry share{QStringLiteral("share without turning"), QPen(style.text, 1.5 * style.lineWidth), false};
    if (alone == Weights)
        return {{QStringLiteral("share of v"), QPen(style.value, 1.0), true}, share};
    if (alone == Values || alone == Sum)
        return {};
    std::vector<LegendEntry> legend = {{QStringLiteral("q"), QPen(style.query, 1.0), true},
                                       {QStringLiteral("k"), QPen(style.key, 1.0), true}};
    if (alone)
        legend.push_back({QStringLiteral("v"), QPen(style.value, 1.0), true});
    else
        legend.insert(legend.end(), {{QStringLiteral("v and its share"), QPen(style.value, 1.0), true}, share});
    return legend;
}

Result<Picture> pictureOf(const FigureContext& context)
{
    return runFor(context.state).map([&](const Run& run) {
        Picture picture{run, {}, {}};
        const QStringList words = captions(context.state, run);
        picture.parts = divideFigure(context.area, context.style, legendOf(context.style), words);
        picture.panels = panelsOf(picture.parts.body, context.style, 4, context.state.view.panel, {17.0, 13.0});
        if (picture.panels.size() == 1) {
            const int alone = picture.panels.front().index;
            picture.parts = divideFigure(context.area, context.style, legendOf(context.style, alone), words);
            picture.panels = panelsOf(picture.parts.body, context.style, 4, alone + 1);
        }
        return picture;
    });
}

QStringList panelNames(const Picture& picture)
{
    const Run& run = picture.run;
    return {QStringLiteral("Attention of “%1”").arg(wordText(queryWord(run).toStdString())),
            run.lab.fromFile ? QStringLiteral("Values (not of the file)") : QStringLiteral("Values, not turned"),
            QStringLiteral("Shares, and their sum"), QStringLiteral("How far turning moves")};
}

QStringList channelLabels()
{
    QStringList labels;
    for (int channel = 0; channel < labDim; ++channel)
        labels.append(QString::number(channel));
    return labels;
}

MatrixPanel matrixPanel(const Picture& picture, const Panel& panel, const PaintStyle& style)
{
    QStringList rows = wordLabels(picture.run.lab.tokens);
    if (panel.index == Sum)
        rows.append(QStringLiteral("output"));
    const RowMatrix& values = panel.index == Sum ? picture.run.shares : picture.run.turned.values;
    return {values,
            wordAxis(rows, {}, true, 0.7 * panel.plot.height(), style),
            wordAxis(channelLabels(), QStringLiteral("channel"), false, 0.7 * panel.plot.width(), style),
            divergingMap(),
            symmetricRange(picture.run.turned.values, 0.01),
            false,
            panel.index == Sum ? QStringLiteral("share · v") : QStringLiteral("value")};
}

/// The key under the pointer in any figure; of an offset alone, that of the shown query.
std::optional<std::int64_t> pointedKey(const Run& run, const Highlight& at)
{
    if (at.keyPosition || !at.offset)
        return at.keyPosition;
    return at.queryPosition.value_or(run.query) + *at.offset;
}

Frame barFrame(const Picture& picture, const Panel& panel, const PaintStyle& style)
{
    const Run& run = picture.run;
    const double highest =
        panel.index == Weights
            ? std::max(run.turned.weights.row(run.query).maxCoeff(), run.still.weights.row(run.query).maxCoeff())
            : std::max({moved(run.turned.turnedQueries, run.turned.queries).maxCoeff(),
                        moved(run.turned.turnedKeys, run.turned.keys).maxCoeff(), 1e-3});
    FrameSpec spec;
    spec.bottom = wordAxis(wordLabels(run.lab.tokens), {}, false, 0.75 * panel.plot.width(), style);
    spec.left.minimum = 0.0;
    spec.left.maximum = 1.08 * highest;
    spec.left.title = panel.index == Weights ? QStringLiteral("share") : QStringLiteral("distance");
    return layoutFrame(panel.plot, spec, style);
}

void paintWeights(QPainter& painter, const Picture& picture, const Panel& panel, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const Frame frame = barFrame(picture, panel, style);
    const Run& run = picture.run;
    const Eigen::Index words = run.turned.weights.cols();
    const double width = 0.6 * frame.plot.width() / static_cast<double>(words);
    paintGrid(painter, frame, style);
    for (Eigen::Index n = 0; n < words; ++n) {
        const double x = static_cast<double>(n);
        drawColumn(painter, frame, x, 0.0, run.turned.weights(run.query, n), width, style.value);
        const std::vector<QPointF> mark = {{x - 0.4, run.still.weights(run.query, n)},
                                           {x + 0.4, run.still.weights(run.query, n)}};
        drawCurve(painter, frame, mark, QPen(style.text, 1.5 * style.lineWidth, Qt::SolidLine, Qt::FlatCap));
    }
    markColumn(painter, frame, pointedKey(run, context.highlight), style);
    paintAxes(painter, frame, style);
}

void paintTurning(QPainter& painter, const Picture& picture, const Panel& panel, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const Frame frame = barFrame(picture, panel, style);
    const LabRun& run = picture.run.turned;
    const Eigen::VectorXd queries = moved(run.turnedQueries, run.queries);
    const Eigen::VectorXd keys = moved(run.turnedKeys, run.keys);
    const Eigen::VectorXd values = moved(run.values, picture.run.still.values);
    const double width = 0.26 * frame.plot.width() / static_cast<double>(queries.size());
    paintGrid(painter, frame, style);
    for (Eigen::Index n = 0; n < queries.size(); ++n) {
        const double x = static_cast<double>(n);
        drawColumn(painter, frame, x - 0.28, 0.0, queries[n], width, style.query);
        drawColumn(painter, frame, x, 0.0, keys[n], width, style.key);
        const std::vector<QPointF> zero = {{x + 0.15, values[n]}, {x + 0.41, values[n]}};
        drawCurve(painter, frame, zero, QPen(style.value, 2.0 * style.lineWidth, Qt::SolidLine, Qt::FlatCap));
    }
    const std::optional<std::int64_t> key = pointedKey(picture.run, context.highlight);
    markColumn(painter, frame, key, style);
    if (context.highlight.queryPosition != key)
        markColumn(painter, frame, context.highlight.queryPosition, style);
    paintAxes(painter, frame, style);
}

/// Values or shares: one row for each key, boxed where the key is under the pointer in any figure.
void paintRows(QPainter& painter, const Picture& picture, const Panel& panel, const FigureContext& context)
{
    const MatrixPanel matrix = matrixPanel(picture, panel, context.style);
    const Frame frame = matrixPanelFrame(panel, matrix, context.style);
    const Eigen::Index words = picture.run.turned.values.rows();
    paintMatrixPanel(painter, panel, matrix, context);
    if (const auto key = pointedKey(picture.run, context.highlight); key && *key >= 0 && *key < words)
        markRow(painter, frame, *key, context.style);
    if (panel.index == Sum)
        markRow(painter, frame, words, context.style);
}

class ValuesFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("values"); }
    QString title() const override { return QStringLiteral("Values"); }
    QString description() const override
    {
        return QStringLiteral("Queries and keys turn, values do not; the output is the values' sum, weighted by "
                              "attention.");
    }
    QString subtitle(const ShownState& state) const override;
    QString describe(const ShownState& state) const override;
    bool showsContent() const override { return true; }
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> step(const ShownState& state, int steps, bool vertical) const override;
    DataTable data(const ShownState& state) const override;
};

QString ValuesFigure::subtitle(const ShownState& state) const
{
    const Result<Run> run = runFor(state);
    return run ? QStringLiteral("query “%1” · %2").arg(wordText(queryWord(*run).toStdString()), encodingText(state))
               : encodingText(state);
}

QString ValuesFigure::describe(const ShownState& state) const
{
    const Result<Run> run = runFor(state);
    if (!run)
        return QString::fromStdString(run.error().message);
    Eigen::Index best = 0;
    const double share = run->turned.weights.row(run->query).maxCoeff(&best);
    return QStringLiteral("%1 Its largest share, %2, goes to “%3”.")
        .arg(captions(state, *run).first(), readableNumber(share, 3),
             QString::fromStdString(run->lab.tokens[static_cast<std::size_t>(best)]));
}

void ValuesFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const Result<Picture> picture = pictureOf(context);
    if (!picture)
        return paintRefusal(painter, context, picture.error());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Panel& panel : picture->panels) {
        if (panel.index == Weights)
            paintWeights(painter, *picture, panel, context);
        else if (panel.index == Turning)
            paintTurning(painter, *picture, panel, context);
        else
            paintRows(painter, *picture, panel, context);
        drawPanelTitle(painter, panel, panelNames(*picture), picture->panels.size(), context.style);
    }
    drawFigureParts(painter, picture->parts, context.style);
    painter.restore();
}

Readout ValuesFigure::hover(const FigureContext& context, QPointF point) const
{
    const Result<Picture> picture = pictureOf(context);
    const Panel* panel = picture ? panelAt(picture->panels, point) : nullptr;
    if (panel == nullptr)
        return {};
    const Run& run = picture->run;
    const QStringList words = wordLabels(run.lab.tokens);
    if (panel->index == Weights || panel->index == Turning) {
        const auto place = placeIn(barFrame(*picture, *panel, context.style), point, 1, words.size());
        if (!place)
            return {};
        const Eigen::Index n = place->column;
        const QString text =
            panel->index == Weights
                ? QStringLiteral("“%1”: share %2, without turning %3")
                      .arg(words[n], readableNumber(run.turned.weights(run.query, n), 3),
                           readableNumber(run.still.weights(run.query, n), 3))
                : QStringLiteral("“%1”: q moves by %2, k by %3, v by %4")
                      .arg(words[n], readableNumber(moved(run.turned.turnedQueries, run.turned.queries)[n], 3),
                           readableNumber(moved(run.turned.turnedKeys, run.turned.keys)[n], 3),
                           readableNumber(moved(run.turned.values, run.still.values)[n], 3));
        return {text, cellHighlight(run.query, n)};
    }
    const MatrixPanel matrix = matrixPanel(*picture, *panel, context.style);
    const auto place =
        placeIn(matrixPanelFrame(*panel, matrix, context.style), point, matrix.values.rows(), matrix.values.cols());
    if (!place)
        return {};
    Readout readout;
    QString row = QStringLiteral("output of “%1”").arg(queryWord(run));
    readout.highlight.queryPosition = run.query;
    if (place->row < words.size()) {
        row = QStringLiteral("“%1”").arg(words[place->row]);
        readout.highlight = cellHighlight(run.query, place->row);
    }
    readout.text = QStringLiteral("%1, channel %2: %3")
                       .arg(row)
                       .arg(place->column)
                       .arg(readableNumber(matrix.values(place->row, place->column), 4));
    return readout;
}

std::optional<Change> ValuesFigure::step(const ShownState& state, int steps, bool vertical) const
{
    return vertical ? moveBy(state, "view.panel", steps) : moveBy(state, "positions.query", steps);
}

DataTable ValuesFigure::data(const ShownState& state) const
{
    DataTable table;
    for (const char* name : {"place", "share", "share_without_turning", "query_moved", "key_moved", "value_moved"})
        table.columns.push_back({QString::fromLatin1(name), {}, {}});
    for (int channel = 0; channel < labDim; ++channel)
        table.columns.push_back({QStringLiteral("value_%1").arg(channel), {}, {}});
    const Result<Run> run = runFor(state);
    if (!run) {
        table.note = QString::fromStdString(run.error().message);
        return table;
    }
    const Eigen::VectorXd queries = moved(run->turned.turnedQueries, run->turned.queries);
    const Eigen::VectorXd keys = moved(run->turned.turnedKeys, run->turned.keys);
    const Eigen::VectorXd values = moved(run->turned.values, run->still.values);
    for (Eigen::Index n = 0; n < queries.size(); ++n) {
        const double first[] = {static_cast<double>(n),
                                run->turned.weights(run->query, n),
                                run->still.weights(run->query, n),
                                queries[n],
                                keys[n],
                                values[n]};
        for (std::size_t i = 0; i < std::size(first); ++i)
            table.columns[i].values.push_back(first[i]);
        for (int channel = 0; channel < labDim; ++channel)
            table.columns[std::size(first) + static_cast<std::size_t>(channel)].values.push_back(
                run->turned.values(n, channel));
    }
    table.note = QStringLiteral("One row per word of %1; shares are those of the query “%2”.")
                     .arg(sentenceText(run->lab.tokens), queryWord(*run));
    return table;
}

} // namespace

const Figure& valuesFigure()
{
    static const ValuesFigure figure;
    return figure;
}

} // namespace rope

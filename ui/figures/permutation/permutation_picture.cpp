#include "ui/figures/permutation/permutation_picture.h"

#include "ui/figures/kit/arrow.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace rope {

namespace {

constexpr double rounding = 1e-9;  ///< changes below this are not positions at work
constexpr int mostLanes = 3;       ///< of braces; more would make a thicket
constexpr double laneHeight = 0.9; ///< in font sizes

Experiment run(Lab lab)
{
    Experiment result;
    result.inverse = inverseOrder(lab.order);
    const LabRun before = runOf(lab);
    const LabRun after = runAttention(permutedRows(lab.embeddings, lab.order), lab.head, lab.positions, lab.mask);
    const RowMatrix rows = permutedRows(after.weights, result.inverse);
    result.before = before.weights;
    result.after = permutedRows(rows.transpose(), result.inverse).transpose();
    result.difference = result.after - result.before;
    result.outputs = (permutedRows(after.output, result.inverse) - before.output).cwiseAbs().rowwise().maxCoeff();
    result.repeats = repeatedTokens(lab.tokens, before.scores);
    result.lab = std::move(lab);
    return result;
}

bool hasPositions(const ExplorerState& state, const Experiment& experiment)
{
    if (state.encoding.relative != RelativeEncoding::None)
        return true;
    return !experiment.lab.fromFile && state.encoding.absolute != AbsoluteEncoding::None;
}

QString verdict(const ExplorerState& state, const Experiment& experiment)
{
    const bool positions = hasPositions(state, experiment);
    if (experiment.isUnchanged())
        return QStringLiteral("No word has moved: drag one.");
    if (experiment.residual() > rounding)
        return positions ? QStringLiteral("Word order counts (%1).").arg(encodingText(state))
                         : QStringLiteral("The causal mask alone tells places apart.");
    return positions
               ? QStringLiteral("%1 cannot tell this permutation: it keeps every distance.").arg(encodingText(state))
               : QStringLiteral("No positions act: the two are equal up to rounding.");
}

/// A curve from the middle of one chip to that of the other.
QPainterPath link(const QRectF& from, const QRectF& to)
{
    const QPointF start(from.center().x(), from.bottom());
    const QPointF end(to.center().x(), to.top());
    const double half = 0.5 * (end.y() - start.y());
    QPainterPath path(start);
    path.cubicTo(start + QPointF(0.0, half), end - QPointF(0.0, half), end);
    return path;
}

bool isLit(const FigureContext& context, int word)
{
    return context.highlight.queryPosition == word || context.highlight.keyPosition == word;
}

void paintChip(QPainter& painter, const QRectF& box, const Experiment& experiment, int word, bool moved,
               const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const bool lit = isLit(context, word);
    const bool picked = word == pickedWord(context.state, experiment.words());
    const QColor tint = lit ? style.highlight : style.query;
    const double share = lit ? 0.35 : moved ? 0.16 : 0.0;
    painter.setBrush(share > 0.0 ? faded(tint, style.background, share) : style.panel);
    painter.setPen(QPen(lit      ? style.highlight
                        : picked ? style.query
                                 : faded(style.axis, style.background, 0.6),
                        (lit || picked ? 1.5 : 1.0) * style.hairline));
    painter.drawRoundedRect(box, 0.25 * style.fontSize, 0.25 * style.fontSize);
    painter.setBrush(Qt::NoBrush);
    if (box.width() >= 1.5 * style.fontSize)
        drawText(painter, box.adjusted(2, 0, -2, 0), wordText(experiment.lab.tokens[static_cast<std::size_t>(word)]),
                 style, {.size = 0.9 * style.fontSize, .colour = style.text, .alignment = Qt::AlignCenter});
}

void paintLinks(QPainter& painter, const WordRows& rows, const Experiment& experiment, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    for (int word = 0; word < rows.words; ++word) {
        const bool lit = isLit(context, word);
        const int place = experiment.inverse[static_cast<std::size_t>(word)];
        const QColor plain = faded(place == word ? style.axis : style.query, style.background, 0.55);
        painter.setPen(QPen(lit ? style.highlight : plain, (lit ? 1.3 : 0.8) * style.lineWidth));
        painter.drawPath(link(rows.chip(rows.written, word), rows.chip(rows.moved, place)));
    }
}

/// The lane of each brace, from the lowest up, so that none lies on another.
std::vector<int> braceLanes(const std::vector<RepeatedToken>& repeats)
{
    std::vector<int> lanes;
    for (std::size_t i = 0; i < repeats.size(); ++i) {
        int lane = 0;
        const auto isTaken = [&] {
            for (std::size_t k = 0; k < i; ++k)
                if (lanes[k] == lane && repeats[k].first <= repeats[i].second && repeats[i].first <= repeats[k].second)
                    return true;
            return false;
        };
        while (isTaken())
            ++lane;
        lanes.push_back(lane);
    }
    return lanes;
}

/// From each repeated word to the next one like it: a full brace where their score columns are equal, else a dashed
/// one.
void paintBraces(QPainter& painter, const WordRows& rows, const Experiment& experiment, const PaintStyle& style)
{
    const std::vector<int> lanes = braceLanes(experiment.repeats);
    const double foot = rows.written.top();
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const RepeatedToken& repeat = experiment.repeats[i];
        const double from = rows.chip(rows.written, repeat.first).center().x();
        const double to = rows.chip(rows.written, repeat.second).center().x();
        const double top = foot - (0.6 + laneHeight * lanes[i]) * style.fontSize;
        const QColor color = repeat.tied ? style.good : style.warning;
        painter.setPen(QPen(color, style.hairline, repeat.tied ? Qt::SolidLine : Qt::DashLine));
        painter.drawPolyline(QPolygonF({{from, foot}, {from, top}, {to, top}, {to, foot}}));
        const QRectF box(0.5 * (from + to) - style.fontSize, top - 0.6 * style.fontSize, 2.0 * style.fontSize,
                         1.2 * style.fontSize);
        const double aside = 0.5 * style.fontSize;
        painter.fillRect(box.adjusted(aside, 0.3 * style.fontSize, -aside, -0.3 * style.fontSize), style.background);
        drawText(painter, box, repeat.tied ? QStringLiteral("=") : QStringLiteral("≠"), style,
                 {.colour = color, .bold = true, .alignment = Qt::AlignCenter});
    }
}

} // namespace

Result<Experiment> permutationExperiment(const ShownState& state)
{
    return shownLabOf(state).map([](const Lab& lab) { return run(lab); });
}

std::vector<std::string> permutedWords(const Experiment& experiment)
{
    std::vector<std::string> words;
    for (const int place : experiment.lab.order)
        words.push_back(experiment.lab.tokens[static_cast<std::size_t>(place)]);
    return words;
}

QString repeatWords(const Experiment& experiment)
{
    if (experiment.repeats.empty())
        return {};
    const auto tied = std::ranges::count_if(experiment.repeats, &RepeatedToken::tied);
    const auto all = static_cast<std::ptrdiff_t>(experiment.repeats.size());
    const RepeatedToken& first = experiment.repeats.front();
    const QString word = QString::fromStdString(experiment.lab.tokens[static_cast<std::size_t>(first.first)]);
    if (all > 1)
        return QStringLiteral("Of %1 pairs of equal words %2 tie: equal score columns.").arg(all).arg(tied);
    if (tied == all)
        return QStringLiteral("Both “%1” tie: their score columns are equal.").arg(word);
    return QStringLiteral("Positions part the two “%1”: their scores differ by up to %2.")
        .arg(word, readableNumber(first.largestGap, 2));
}

QStringList permutationCaptions(const ShownState& state, const Experiment& experiment)
{
    const QString number = QStringLiteral("max |Attention(PX)\u00A0−\u00A0P\u00A0Attention(X)| = %1.")
                               .arg(readableNumber(experiment.residual(), 2));
    const QString words = QStringLiteral("%1 against %2")
                              .arg(sentenceText(experiment.lab.tokens), sentenceText(permutedWords(experiment)));
    const QString says = verdict(state, experiment);
    const QString source = labSourceText(state, experiment.lab);
    const QString repeats = repeatWords(experiment);
    const QString from = source.isEmpty() ? QString() : source + QLatin1Char(' ');
    const QString end = repeats.isEmpty() ? QString() : QLatin1Char(' ') + repeats;
    return {from + QStringLiteral("%1: %2 %3").arg(words, number, says) + end,
            from + QStringLiteral("%1 %2").arg(number, says) + end,
            from + QStringLiteral("%1 %2").arg(number, says),
            QStringLiteral("%1 %2").arg(number, says),
            number,
            QStringLiteral("Residual %1").arg(readableNumber(experiment.residual(), 2))};
}

QRectF WordRows::chip(const QRectF& row, int place) const
{
    const double pitch = row.width() / std::max(1, words);
    const double gap = std::min(0.12 * pitch, 4.0);
    return {row.left() + place * pitch + 0.5 * gap, row.top(), pitch - gap, row.height()};
}

int WordRows::placeAt(double x) const
{
    const double share = (x - moved.left()) / std::max(1e-9, moved.width());
    return std::clamp(static_cast<int>(std::floor(share * words)), 0, words - 1);
}

WordRows wordRows(const QRectF& body, const Experiment& experiment, const PaintStyle& style)
{
    WordRows rows;
    rows.words = experiment.words();
    const bool low = body.height() < 20.0 * style.fontSize;
    const double chip = 1.5 * style.fontSize;
    const double between = (low ? 0.8 : 2.0) * style.fontSize;
    const std::vector<int> lanes = braceLanes(experiment.repeats);
    const int highest = lanes.empty() ? mostLanes : *std::ranges::max_element(lanes);
    rows.braces = highest >= mostLanes || low ? 0.0 : (1.3 + laneHeight * highest) * style.fontSize;
    rows.names = body.width() > 18.0 * style.fontSize ? 2.0 * style.fontSize : 0.0;
    const double width = std::min(body.width() - rows.names, 7.0 * style.fontSize * rows.words);
    rows.box = QRectF(body.topLeft(), QSizeF(body.width(), rows.braces + 2.0 * chip + between));
    rows.written = QRectF(body.left() + rows.names, body.top() + rows.braces, width, chip);
    rows.moved = rows.written.translated(0.0, chip + between);
    return rows;
}

void paintWordRows(QPainter& painter, const WordRows& rows, const Experiment& experiment, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    painter.setBrush(Qt::NoBrush);
    paintLinks(painter, rows, experiment, context);
    if (rows.braces > 0.0)
        paintBraces(painter, rows, experiment, style);
    for (int place = 0; place < rows.words; ++place) {
        const int word = experiment.lab.order[static_cast<std::size_t>(place)];
        paintChip(painter, rows.chip(rows.written, place), experiment, place, false, context);
        paintChip(painter, rows.chip(rows.moved, place), experiment, word, word != place, context);
    }
    if (rows.names == 0.0)
        return;
    for (const auto& [row, name] : {std::pair(rows.written, QStringLiteral("X")), {rows.moved, QStringLiteral("PX")}})
        drawText(painter, QRectF(row.left() - rows.names, row.top(), rows.names, row.height()), name, style,
                 {.colour = style.mutedText, .bold = true});
}

int pickedWord(const ExplorerState& state, int words)
{
    return words > 0 ? static_cast<int>(state.positions.query % words) : 0;
}

} // namespace rope

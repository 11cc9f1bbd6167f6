#include "ui/figures/layout/layout_picture.h"

#include <algorithm>

namespace rope {

namespace {

constexpr int mostShown = 16; ///< channels drawn without leaving any out

/// Channels as they are drawn: -1 stands for channels left out.
std::vector<int> shownChannels(int rotaryDim)
{
    std::vector<int> shown;
    if (rotaryDim <= mostShown) {
        for (int channel = 0; channel < rotaryDim; ++channel)
            shown.push_back(channel);
        return shown;
    }
    const int half = rotaryDim / 2;
    return {0, 1, 2, 3, -1, half - 2, half - 1, half, half + 1, half + 2, half + 3, -1, rotaryDim - 2, rotaryDim - 1};
}

/// Half-split arcs are as tall as the space allows, interleaved ones only span two channels.
void placeRows(LayoutPicture& picture, const QRectF& body, const PaintStyle& style)
{
    const double title = 1.5 * style.fontSize;
    const double boxes = 1.6 * style.fontSize;
    const double count = static_cast<double>(picture.shown.size());
    const double cell = std::min(5.5 * style.fontSize, body.width() / count);
    const double low = std::min(0.75 * cell, 1.8 * style.fontSize);
    const double fixed = 2.0 * (title + boxes) + low + style.fontSize;
    const double tall = std::clamp(body.height() - fixed, style.fontSize, 0.36 * cell * count * 0.5 + style.fontSize);
    const double slack = std::max(0.0, body.height() - fixed - tall);
    double top = body.top() + 0.25 * slack;
    for (const PairLayout layout : layouts) {
        const double arcs = layout == PairLayout::HalfSplit ? tall : low;
        LayoutRow row;
        row.layout = layout;
        row.title = QRectF(body.left(), top, body.width(), title);
        row.arcs = QRectF(body.center().x() - 0.5 * count * cell, row.title.bottom(), count * cell, arcs);
        row.boxes = QRectF(row.arcs.bottomLeft(), QSizeF(count * cell, boxes));
        row.cell = cell;
        picture.rows.push_back(row);
        top = row.boxes.bottom() + 0.5 * style.fontSize + 0.4 * slack;
    }
}

} // namespace

QString layoutWord(PairLayout layout)
{
    return layout == PairLayout::HalfSplit ? QStringLiteral("half-split") : QStringLiteral("interleaved");
}

QStringList layoutCaptions(const LayoutPicture& picture)
{
    const int passing = picture.headDim - picture.rotaryDim;
    QString text = picture.rotaryDim <= mostShown
                       ? QStringLiteral("All %1 rotary channels").arg(picture.rotaryDim)
                       : QStringLiteral("12 of %1 rotary channels, the dots stand for the rest").arg(picture.rotaryDim);
    if (passing > 0)
        text += QStringLiteral("; %1 more pass through unrotated").arg(passing);
    return {text + QStringLiteral(
                       ". Equal up to a permutation of channels, as long as pairs and angles are laid out alike."),
            text + QLatin1Char('.')};
}

LayoutPicture layoutPicture(const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const RotarySettings& rotary = activeRotary(context.state);
    LayoutPicture picture;
    picture.rotaryDim = rotary.rotaryDim;
    picture.headDim = rotary.headDim;
    picture.firstChannel = rotary.rotatesTail ? rotary.headDim - rotary.rotaryDim : 0;
    picture.shown = shownChannels(rotary.rotaryDim);
    for (std::size_t i = 0; i < layouts.size(); ++i)
        picture.damage[i] = mixingDamageOf(context.state, layouts[i]);
    picture.parts = divideFigure(context.area, style, {}, layoutCaptions(picture));
    const QRectF& body = picture.parts.body;
    const double line = 1.3 * style.fontSize;
    const double lines = body.height() > 20.0 * style.fontSize ? 6.2 : 3.2;
    picture.numbers = QRectF(body.left(), body.bottom() - lines * line, body.width(), lines * line);
    placeRows(picture, QRectF(body.topLeft(), QPointF(body.right(), picture.numbers.top())), style);
    return picture;
}

std::optional<int> indexOfChannel(const LayoutPicture& picture, int channel)
{
    const auto found = std::find(picture.shown.begin(), picture.shown.end(), channel);
    return found == picture.shown.end() ? std::nullopt : std::optional(static_cast<int>(found - picture.shown.begin()));
}

QRectF channelBox(const LayoutRow& row, int index)
{
    return {row.boxes.left() + index * row.cell, row.boxes.top(), row.cell, row.boxes.height()};
}

int pairOfChannel(const LayoutPicture& picture, PairLayout layout, int channel)
{
    return layout == PairLayout::Interleaved ? channel / 2 : channel % (picture.rotaryDim / 2);
}

std::optional<LayoutPair> layoutPairAt(const LayoutPicture& picture, QPointF point)
{
    for (const LayoutRow& row : picture.rows) {
        if (!row.boxes.contains(point))
            continue;
        const auto index = static_cast<std::size_t>((point.x() - row.boxes.left()) / row.cell);
        if (index < picture.shown.size() && picture.shown[index] >= 0)
            return LayoutPair{row.layout, pairOfChannel(picture, row.layout, picture.shown[index])};
    }
    return std::nullopt;
}

} // namespace rope

#include "ui/paint/export/tex/pgf_commands.h"

#include <map>

namespace rope {
namespace {

/// The pixels row by row, three bytes each, or one where a palette of 256 colours does.
struct Pixels {
    QByteArray bytes;
    QByteArray colourSpace;
};

Pixels pixelsOf(const QImage& image)
{
    std::map<QRgb, int> palette;
    QByteArray colours;
    Pixels plain{{}, "/RGB"};
    QByteArray indices;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QRgb pixel = image.pixel(x, y);
            const char channels[] = {static_cast<char>(qRed(pixel)), static_cast<char>(qGreen(pixel)),
                                     static_cast<char>(qBlue(pixel))};
            plain.bytes.append(channels, 3);
            if (palette.size() > 256)
                continue;
            const auto [entry, isNew] = palette.try_emplace(pixel, static_cast<int>(palette.size()));
            if (isNew)
                colours.append(channels, 3);
            indices.append(static_cast<char>(entry->second));
        }
    if (palette.size() > 256)
        return plain;
    return {indices,
            "[/Indexed/RGB " + QByteArray::number(static_cast<int>(palette.size()) - 1) + '<' + colours.toHex() + ">]"};
}

/// Long lines are cut: TeX reads at most 200 000 characters of one.
QByteArray hexLines(const QByteArray& bytes)
{
    constexpr qsizetype width = 120;
    const QByteArray hex = bytes.toHex();
    QByteArray lines;
    for (qsizetype at = 0; at < hex.size(); at += width)
        lines += hex.mid(at, width) + '\n';
    return lines;
}

} // namespace

QByteArray pgfNumber(double value)
{
    QByteArray text = QByteArray::number(value, 'f', 3);
    while (text.endsWith('0'))
        text.chop(1);
    if (text.endsWith('.'))
        text.chop(1);
    return text == "-0" ? QByteArray("0") : text;
}

QByteArray pgfPoints(double value)
{
    return pgfNumber(value) + "bp";
}

QByteArray pgfColour(const QColor& colour)
{
    return "\\definecolor{rope}{RGB}{" + QByteArray::number(colour.red()) + ',' + QByteArray::number(colour.green()) +
           ',' + QByteArray::number(colour.blue()) + '}';
}

QByteArray pgfImage(const QImage& image, const QRectF& target)
{
    const Pixels pixels = pixelsOf(image);
    const QByteArray packed = qCompress(pixels.bytes, 9).mid(4); // without Qt's length
    const QByteArray where = pgfNumber(target.width()) + " 0 0 " + pgfNumber(target.height()) + ' ' +
                             pgfNumber(target.left()) + ' ' + pgfNumber(target.top());
    return "\\csname pgfsys@invoke\\endcsname{q " + where + " cm BI /W " + QByteArray::number(image.width()) + " /H " +
           QByteArray::number(image.height()) + " /BPC 8 /CS " + pixels.colourSpace + " /F [/AHx /Fl] ID\n" +
           hexLines(packed) + "> EI Q}%\n";
}

QByteArray pgfPath(const QPainterPath& path, const QTransform& toPage)
{
    const auto at = [&](int i) {
        const QPointF point = toPage.map(QPointF(path.elementAt(i)));
        return "{\\pgfqpoint{" + pgfPoints(point.x()) + "}{" + pgfPoints(point.y()) + "}}";
    };
    QByteArray text;
    int start = 0;
    const auto endSubpath = [&](int next) {
        if (next - start > 3 && QPointF(path.elementAt(start)) == QPointF(path.elementAt(next - 1)))
            text += "\\pgfpathclose%\n";
        start = next;
    };
    for (int i = 0; i < path.elementCount(); ++i) {
        switch (path.elementAt(i).type) {
        case QPainterPath::MoveToElement:
            endSubpath(i);
            text += "\\pgfpathmoveto" + at(i) + "%\n";
            break;
        case QPainterPath::LineToElement:
            text += "\\pgfpathlineto" + at(i) + "%\n";
            break;
        case QPainterPath::CurveToElement:
            text += "\\pgfpathcurveto" + at(i) + at(i + 1) + at(i + 2) + "%\n";
            break;
        case QPainterPath::CurveToDataElement:
            break;
        }
    }
    endSubpath(path.elementCount());
    return text;
}

QByteArray pgfCap(const QPen& pen)
{
    switch (pen.capStyle()) {
    case Qt::RoundCap:
        return "\\pgfsetroundcap";
    case Qt::SquareCap:
        return "\\pgfsetrectcap";
    default:
        return "\\pgfsetbuttcap";
    }
}

QByteArray pgfJoin(const QPen& pen)
{
    switch (pen.joinStyle()) {
    case Qt::RoundJoin:
        return "\\pgfsetroundjoin";
    case Qt::BevelJoin:
        return "\\pgfsetbeveljoin";
    default:
        return "\\pgfsetmiterjoin";
    }
}

} // namespace rope

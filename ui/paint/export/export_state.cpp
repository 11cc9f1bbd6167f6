#include "ui/paint/export/export_state.h"

#include "core/base/files.h"
#include "ui/paint/export/export.h"
#include "ui/paint/export/movie_state.h"

#include <QFile>
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QtEndian>
#include <algorithm>
#include <optional>

namespace rope {
namespace {

constexpr std::uint64_t largestFile = 512ULL << 20U;
constexpr qsizetype largestStream = 256 << 10U; // packed; bounds what a forged file can unpack to

/// Unpacked zlib data; empty when it is broken or unpacks to more than a state can be.
QByteArray unpacked(const QByteArray& data)
{
    if (data.size() > largestStream)
        return {};
    const QByteArray unknownLength("\0\0\1\0", 4);
    return qUncompress(unknownLength + data);
}

/// The compressed text of a PNG under our key. The chunks are walked here: libpng has words of its own for broken ones.
std::optional<QByteArray> stateOfPng(QFile& file)
{
    constexpr qsizetype frame = 12; // of a chunk: length, type and check sum
    const QByteArray png = file.readAll();
    const QByteArray start = QByteArray("zTXt") + stateKey + QByteArray("\0\0", 2); // no language, packed by zlib
    for (qsizetype at = 8; png.size() - at >= frame;) {
        const auto length = static_cast<qsizetype>(qFromBigEndian<quint32>(png.constData() + at));
        if (length > png.size() - at - frame)
            return std::nullopt;
        if (png.mid(at + 4, start.size()) == start)
            return QByteArray::fromBase64(unpacked(png.mid(at + 4 + start.size(), length + 4 - start.size())));
        at += frame + length;
    }
    return std::nullopt;
}

std::optional<QByteArray> stateOfSvg(QFile& file)
{
    QXmlStreamReader reader(&file);
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement() && reader.namespaceUri() == QLatin1String(stateNamespace))
            return reader.readElementText().toUtf8();
    }
    return std::nullopt;
}

/// The data of the stream that begins after `from`, unpacked when its dictionary says so.
std::optional<QByteArray> streamAfter(const QByteArray& pdf, qsizetype from)
{
    const qsizetype keyword = pdf.indexOf("stream", from);
    const qsizetype end = pdf.indexOf("endstream", keyword);
    if (keyword < 0 || end < 0)
        return std::nullopt;
    qsizetype begin = keyword + 6;
    if (pdf.at(begin) == '\r')
        ++begin;
    if (pdf.at(begin) == '\n')
        ++begin;
    const QByteArray data = pdf.mid(begin, end - begin);
    if (!pdf.mid(from, keyword - from).contains("/FlateDecode"))
        return data.trimmed();
    return unpacked(data);
}

/// Where the object with this number begins.
qsizetype objectStart(const QByteArray& pdf, const QByteArray& number)
{
    const qsizetype at = pdf.indexOf('\n' + number + " 0 obj");
    return at < 0 ? at : at + 1;
}

/// The first attachment: a file specification names its stream as `/EF <</F 13 0 R>>`.
std::optional<QByteArray> stateOfPdf(QFile& file)
{
    static const QRegularExpression specification(R"(/F \(rope-explorer\.json\)\s*/EF\s*<<\s*/F (\d+) 0 R)");
    const QByteArray pdf = file.readAll();
    const QRegularExpressionMatch match = specification.match(QString::fromLatin1(pdf));
    if (!match.hasMatch())
        return std::nullopt;
    const qsizetype start = objectStart(pdf, match.captured(1).toLatin1());
    return start < 0 ? std::nullopt : streamAfter(pdf, start);
}

/// The comment lines between our name and the next line of another kind.
std::optional<QByteArray> stateOfTex(QFile& file)
{
    const QByteArray tex = file.readAll();
    const QByteArray start = QByteArray("\n% ") + stateKey + '\n';
    const qsizetype found = tex.indexOf(start);
    if (found < 0)
        return std::nullopt;
    QByteArray packed;
    for (qsizetype at = found + start.size(); tex.mid(at, 3) == "%  ";) {
        const qsizetype end = std::max(at + 3, tex.indexOf('\n', at));
        packed += tex.mid(at + 3, end - at - 3).trimmed();
        at = end + 1;
    }
    return QByteArray::fromBase64(packed);
}

std::optional<QByteArray> stateInside(QFile& file)
{
    const QByteArray start = file.peek(1024);
    if (start.startsWith("\x89PNG"))
        return stateOfPng(file);
    if (start.startsWith("%PDF-"))
        return stateOfPdf(file);
    if (start.contains("<svg") || start.startsWith("<?xml"))
        return stateOfSvg(file);
    if (start.startsWith(texStart))
        return stateOfTex(file);
    if (looksLikeMovie(start))
        return stateOfMovie(file.readAll());
    return std::nullopt;
}

/// Characters that no XML 1.0 document may hold, escaped or not.
bool isForbidden(QChar character)
{
    const char16_t code = character.unicode();
    return (code < u' ' && code != u'\t' && code != u'\n' && code != u'\r') || code >= 0xFFFE;
}

QString withoutForbidden(QString text)
{
    std::replace_if(text.begin(), text.end(), isForbidden, QChar(QChar::ReplacementCharacter));
    return text;
}

/// Inside a JSON text the forbidden characters stand in strings alone, where they have another spelling.
QString stateElement(const QByteArray& state)
{
    if (state.isEmpty())
        return {};
    QString json;
    for (const QChar character : QString::fromUtf8(state))
        json += isForbidden(character) ? QStringLiteral("\\u%1").arg(character.unicode(), 4, 16, QChar(u'0'))
                                       : QString(character);
    return QString("<metadata><state xmlns=\"%1\">%2</state></metadata>\n").arg(stateNamespace, json.toHtmlEscaped());
}

} // namespace

QByteArray stateComment(const QByteArray& state)
{
    constexpr qsizetype width = 96;
    if (state.isEmpty())
        return {};
    const QByteArray packed = state.toBase64();
    QByteArray lines = QByteArray("% ") + stateKey + '\n';
    for (qsizetype at = 0; at < packed.size(); at += width)
        lines += "%  " + packed.mid(at, width) + '\n';
    return lines;
}

QByteArray finishedSvg(const QByteArray& svg, const QString& width, const QString& height, const QByteArray& state)
{
    static const QRegularExpression size("<svg width=\"[^\"]*\" height=\"[^\"]*\"");
    QString document = withoutForbidden(QString::fromUtf8(svg));
    const QRegularExpressionMatch match = size.match(document);
    document.replace(match.capturedStart(), match.capturedLength(),
                     QString("<svg width=\"%1\" height=\"%2\"").arg(width, height));
    document.replace("font-family=\"DejaVu Sans\"", "font-family=\"'DejaVu Sans', Verdana, sans-serif\"");
    document.replace("<image ", "<image style=\"image-rendering:pixelated\" ");
    const qsizetype definitions = document.indexOf("<defs>");
    document.insert(definitions < 0 ? document.lastIndexOf("</svg>") : definitions, stateElement(state));
    return document.toUtf8();
}

Result<QByteArray> embeddedState(const QString& path)
{
    const Result<std::uint64_t> size = ordinaryFileSize(path.toStdString(), "a PNG, SVG, PDF, TeX, GIF or MP4");
    if (!size)
        return tl::unexpected(size.error());
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return refuse(path.toStdString(), "cannot be read (" + file.errorString().toStdString() + ")");
    if (*size > largestFile)
        return refuse(path.toStdString(), "is too large for a figure of this program");
    const std::optional<QByteArray> state = stateInside(file);
    if (!state || state->isEmpty())
        return refuse(path.toStdString(),
                      "holds no RoPE Explorer state; a PNG, SVG, PDF, TeX, GIF or MP4 exported by this program does");
    return *state;
}

} // namespace rope

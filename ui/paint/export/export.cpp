#include "ui/paint/export/export.h"

#include "core/base/files.h"

#include "ui/paint/canvas.h"
#include "ui/paint/export/export_state.h"
#include "ui/paint/export/helper_program.h"
#include "ui/paint/export/tex/export_tex.h"

#include <QBuffer>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QSvgGenerator>
#include <array>
#include <cmath>

namespace rope {
namespace {

constexpr double millimetresPerInch = 25.4;
constexpr double largestMillimetres = 5000.0;
constexpr double largestPixels = 32768.0;
constexpr double largestArea = 2e8; // pixels of one image: 800 MB while it is painted
constexpr double finestDpi = 4800.0;

QString numberText(double value)
{
    return QString::number(value, 'g', 6);
}

std::string text(const QString& message)
{
    return message.toStdString();
}

bool isSide(double side, ExportSize::Unit unit)
{
    const bool metric = unit == ExportSize::Unit::Millimetre;
    return std::isfinite(side) && side >= 1.0 && side <= (metric ? largestMillimetres : largestPixels);
}

tl::unexpected<Error> refuseSize(const QString& asked)
{
    return refuse("size", text(QString("'%1' is no picture size; write 85x60mm (1 to 5000 mm) or 800x600px "
                                       "(1 to 32768 px)")
                                   .arg(asked)));
}

QString sizeText(const ExportSize& size)
{
    const bool metric = size.unit == ExportSize::Unit::Millimetre;
    return QString("%1x%2%3").arg(numberText(size.value.width()), numberText(size.value.height()),
                                  metric ? "mm" : "px");
}

Result<void> checkOptions(const ExportOptions& options)
{
    if (!isSide(options.size.value.width(), options.size.unit) ||
        !isSide(options.size.value.height(), options.size.unit))
        return refuseSize(sizeText(options.size));
    if (!(options.dpi >= 10.0 && options.dpi <= finestDpi))
        return refuse("dpi",
                      text(QString("%1 dpi is out of range; 10 to 4800 are possible").arg(numberText(options.dpi))));
    if (!(options.fontSize >= 1.0 && options.fontSize <= 144.0))
        return refuse(
            "font-size",
            text(QString("%1 pt is out of range; 1 to 144 pt are possible").arg(numberText(options.fontSize))));
    return {};
}

// ---- PNG -----------------------------------------------------------------------------------------------------------

Result<QSize> imageSize(const Canvas& canvas)
{
    const QSizeF pixels = canvas.inches * canvas.options.dpi;
    const bool tooLarge = pixels.width() > largestPixels || pixels.height() > largestPixels ||
                          pixels.width() * pixels.height() > largestArea;
    if (!tooLarge)
        return QSize(qMax(1, qRound(pixels.width())), qMax(1, qRound(pixels.height())));
    return refuse("size", text(QString("%1 at %2 dpi makes %3 x %4 pixels; at most 32768 a side and 200 million in all "
                                       "are possible: choose a smaller size or dpi, or PDF")
                                   .arg(sizeText(canvas.options.size), numberText(canvas.options.dpi))
                                   .arg(pixels.width(), 0, 'f', 0)
                                   .arg(pixels.height(), 0, 'f', 0)));
}

void describeImage(QImage& image, const ExportOptions& options)
{
    const int dotsPerMetre = qRound(options.dpi / millimetresPerInch * 1000.0);
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);
    image.setText("Title", options.title);
    image.setText("Description", options.description);
    image.setText("Software", "RoPE Explorer");
    if (!options.state.isEmpty())
        image.setText(stateKey, QString::fromLatin1(options.state.toBase64()));
}

Result<QImage> canvasImage(const Canvas& canvas)
{
    const Result<QSize> size = imageSize(canvas);
    if (!size)
        return tl::unexpected(size.error());
    QImage image(*size, QImage::Format_RGB32);
    if (image.isNull())
        return failMachine("png", "not enough memory for the image; choose a smaller size or dpi");
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.scale(size->width() / canvas.area().width(), size->height() / canvas.area().height());
    paintCanvas(painter, canvas);
    return image;
}

Result<QByteArray> pngBytes(const Canvas& canvas)
{
    Result<QImage> image = canvasImage(canvas);
    if (!image)
        return tl::unexpected(image.error());
    describeImage(*image, canvas.options);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    if (!image->save(&buffer, "PNG"))
        return failMachine("png", "the image could not be encoded");
    return buffer.data();
}

// ---- SVG -----------------------------------------------------------------------------------------------------------

Result<QByteArray> svgBytes(const Canvas& canvas)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(qRound(unitsPerInch));
    generator.setSize(canvas.area().size().toSize());
    generator.setViewBox(canvas.area());
    generator.setTitle(canvas.options.title.toHtmlEscaped());
    generator.setDescription(canvas.options.description.toHtmlEscaped());
    QPainter painter(&generator);
    paintCanvas(painter, canvas);
    painter.end();
    const ExportSize& size = canvas.options.size;
    const QString unit = size.unit == ExportSize::Unit::Millimetre ? "mm" : "px";
    return finishedSvg(buffer.data(), numberText(size.value.width()) + unit, numberText(size.value.height()) + unit,
                       canvas.options.state);
}

// ---- PDF and EPS ---------------------------------------------------------------------------------------------------

/// The table of where each object of a PDF begins, after `at` moved by `shift` bytes.
void moveOffsets(QByteArray& pdf, qsizetype at, qsizetype shift)
{
    static const QByteArray startMark = "startxref\n";
    const qsizetype start = pdf.lastIndexOf(startMark) + startMark.size();
    const qsizetype table = pdf.mid(start, pdf.indexOf('\n', start) - start).trimmed().toLongLong() + shift;
    pdf.replace(start, pdf.indexOf('\n', start) - start, QByteArray::number(table) + ' ');
    for (qsizetype line = pdf.indexOf('\n', pdf.indexOf('\n', table) + 1) + 1; pdf.at(line) != 't'; line += 20) {
        const qsizetype offset = pdf.mid(line, 10).toLongLong();
        if (offset > at)
            pdf.replace(line, 10, QByteArray::number(offset + shift).rightJustified(10, '0'));
    }
}

/// The writer stamps the time and its zone, in more or fewer letters; the same picture should be the same file.
QByteArray withoutDate(QByteArray pdf)
{
    static const QByteArray mark = "/CreationDate (D:";
    static const QByteArray fixed = "20000101000000Z";
    const qsizetype date = pdf.indexOf(mark) + mark.size();
    const qsizetype length = pdf.indexOf(')', date) - date;
    pdf.replace(date, length, fixed);
    moveOffsets(pdf, date, fixed.size() - length);
    return pdf;
}

Result<QByteArray> pdfBytes(const Canvas& canvas)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(qRound(unitsPerInch));
        writer.setPageSize(QPageSize(canvas.inches * 72.0, QPageSize::Point, {}, QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF());
        writer.setTitle(canvas.options.title);
        writer.setCreator("RoPE Explorer");
        if (!canvas.options.state.isEmpty())
            writer.addFileAttachment(stateFileName, canvas.options.state, "application/json");
        QPainter painter(&writer);
        painter.setRenderHint(QPainter::LosslessImageRendering); // else images become JPEG
        paintCanvas(painter, canvas);
    }
    return withoutDate(buffer.data());
}

Result<QByteArray> epsBytes(const Canvas& canvas)
{
    const QString program = QStandardPaths::findExecutable("pdftops");
    if (program.isEmpty())
        return failMachine("eps", "EPS needs the program pdftops; install poppler-utils");
    const Result<QByteArray> pdf = pdfBytes(canvas);
    if (!pdf)
        return pdf;
    MemoryFile file;
    file.write(*pdf);
    QProcess process;
    endWithParent(process);
    process.start(program, {"-eps", "-level3", file.path(), "-"});
    const bool ended = process.waitForFinished(60000) && process.exitStatus() == QProcess::NormalExit;
    const QByteArray eps = process.readAllStandardOutput();
    if (!ended || process.exitCode() != 0 || eps.isEmpty())
        return failMachine("eps", "pdftops failed: " + process.readAllStandardError().trimmed().toStdString());
    return eps;
}

struct Format {
    const char* suffix;
    Result<QByteArray> (*bytes)(const Canvas&);
};
constexpr std::array<Format, 5> formats{
    {{"png", pngBytes}, {"svg", svgBytes}, {"pdf", pdfBytes}, {"eps", epsBytes}, {"tex", texBytes}}};

} // namespace

Result<ExportSize> parseExportSize(QStringView asked)
{
    static const QRegularExpression form(QString::fromUtf8(R"(^\s*([0-9.]+)\s*[xX×]\s*([0-9.]+)\s*(mm|px)\s*$)"));
    const QRegularExpressionMatch match = form.match(asked.toString());
    if (!match.hasMatch())
        return refuseSize(asked.toString());
    const bool metric = match.captured(3) == "mm";
    bool widthIsNumber = false;
    bool heightIsNumber = false;
    ExportSize size;
    size.value = {match.captured(1).toDouble(&widthIsNumber), match.captured(2).toDouble(&heightIsNumber)};
    size.unit = metric ? ExportSize::Unit::Millimetre : ExportSize::Unit::Pixel;
    const bool whole = metric || size.value == QSizeF(size.value.toSize());
    const bool sides = isSide(size.value.width(), size.unit) && isSide(size.value.height(), size.unit);
    if (!widthIsNumber || !heightIsNumber || !sides || !whole)
        return refuseSize(asked.toString());
    return size;
}

double usualDpi(const ExportSize& size)
{
    return size.unit == ExportSize::Unit::Millimetre ? 300.0 : 96.0;
}

double usualFontSize(Theme theme)
{
    return theme == Theme::Presenter ? 14.0 : 9.0;
}

QStringList pictureSuffixes()
{
    QStringList suffixes;
    for (const Format& format : formats)
        suffixes << format.suffix;
    return suffixes;
}

namespace {

Result<Canvas> canvasFor(const ExportOptions& options, const PaintFunction& paint)
{
    if (const Result<void> checked = checkOptions(options); !checked)
        return tl::unexpected(checked.error());
    const bool metric = options.size.unit == ExportSize::Unit::Millimetre;
    return Canvas{options, paint, options.size.value / (metric ? millimetresPerInch : options.dpi)};
}

} // namespace

Result<QByteArray> exportPicture(QStringView suffix, const ExportOptions& options, const PaintFunction& paint)
{
    const Result<Canvas> canvas = canvasFor(options, paint);
    if (!canvas)
        return tl::unexpected(canvas.error());
    for (const Format& format : formats)
        if (suffix.compare(QLatin1String(format.suffix), Qt::CaseInsensitive) == 0)
            return format.bytes(*canvas);
    return refuse("output", text(QString("'.%1' is no picture format; possible are .%2")
                                     .arg(suffix.toString(), pictureSuffixes().join(", ."))));
}

Result<QImage> exportImage(const ExportOptions& options, const PaintFunction& paint)
{
    const Result<Canvas> canvas = canvasFor(options, paint);
    return canvas ? canvasImage(*canvas) : tl::unexpected(canvas.error());
}

Result<QSize> exportPixels(const ExportOptions& options)
{
    const Result<Canvas> canvas = canvasFor(options, {});
    return canvas ? imageSize(*canvas) : tl::unexpected(canvas.error());
}

Result<void> requireOutputPath(const QString& path)
{
    return requireOutputPath(path.toStdString());
}

Result<void> writeWhole(const QString& path, const QByteArray& bytes)
{
    return writeWhole(path.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

} // namespace rope

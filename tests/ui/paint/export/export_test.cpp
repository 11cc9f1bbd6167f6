#include "ui/paint/export/export.h"

#include "tests/ui/messages.h"
#include "ui/paint/text.h"

#include <QFile>
#include <QFileInfo>
#include <QFontMetricsF>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <gtest/gtest.h>

namespace rope {
namespace {

const QByteArray state = QByteArray("{\"format\":\"rope-explorer\",\"text\":\"θ < 1 & \\\"ü\\\"\",\n \"version\":1}");

ExportOptions optionsFor(double width, double height, ExportSize::Unit unit = ExportSize::Unit::Millimetre)
{
    ExportOptions options;
    options.size = {{width, height}, unit};
    options.title = "Frequencies <&>";
    options.description = "Base & \"pairs\" <b>";
    options.state = state;
    return options;
}

/// A picture with text, a line and an image of hard edges.
void paintSample(QPainter& painter, const QRectF& area, const PaintStyle& style, double)
{
    QImage image(2, 2, QImage::Format_RGB32);
    image.setPixel(0, 0, qRgb(255, 0, 0));
    image.setPixel(1, 0, qRgb(0, 255, 0));
    image.setPixel(0, 1, qRgb(0, 0, 255));
    image.setPixel(1, 1, qRgb(255, 255, 0));
    painter.drawImage(QRectF(area.center(), area.size() / 4.0), image);
    painter.setPen(QPen(style.primary, style.lineWidth));
    painter.drawLine(area.topLeft(), area.bottomRight());
    drawText(painter, area.adjusted(100, 100, -100, -100), "Wavelength", style,
             {.alignment = Qt::AlignLeft | Qt::AlignTop});
    drawText(painter, area.adjusted(100, 100, -100, -100), "Heading", style,
             {.size = 2.0 * style.fontSize, .alignment = Qt::AlignLeft | Qt::AlignBottom});
}

QByteArray exported(const char* suffix, const ExportOptions& options)
{
    const Result<QByteArray> bytes = exportPicture(QString(suffix), options, paintSample);
    EXPECT_TRUE(bytes.has_value()) << (bytes ? "" : describe(bytes.error()));
    return bytes.value_or(QByteArray());
}

QString refusal(QStringView suffix, const ExportOptions& options)
{
    const Result<QByteArray> bytes = exportPicture(suffix, options, paintSample);
    EXPECT_FALSE(bytes.has_value());
    return bytes ? QString() : QString::fromStdString(describe(bytes.error()));
}

QString outputOf(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    EXPECT_TRUE(process.waitForFinished(20000)) << program.toStdString();
    return QString::fromUtf8(process.readAllStandardOutput());
}

QString fileWith(const QTemporaryDir& folder, const QString& name, const QByteArray& bytes)
{
    const QString path = folder.filePath(name);
    EXPECT_TRUE(writeWhole(path, bytes).has_value());
    return path;
}

/// Height of the em box that pdftotext reports for a word, in points.
double wordHeight(const QString& pdf, const QString& word)
{
    const QString words = outputOf("pdftotext", {"-bbox", pdf, "-"});
    const QRegularExpression box("yMin=\"([0-9.]+)\" xMax=\"[0-9.]+\" yMax=\"([0-9.]+)\">" + word + "<");
    const QRegularExpressionMatch match = box.match(words);
    EXPECT_TRUE(match.hasMatch()) << words.toStdString();
    return match.captured(2).toDouble() - match.captured(1).toDouble();
}

double wordWidth(const QString& pdf, const QString& word)
{
    const QString words = outputOf("pdftotext", {"-bbox", pdf, "-"});
    const QRegularExpression box("xMin=\"([0-9.]+)\" yMin=\"[0-9.]+\" xMax=\"([0-9.]+)\" yMax=\"[0-9.]+\">" + word +
                                 "<");
    const QRegularExpressionMatch match = box.match(words);
    EXPECT_TRUE(match.hasMatch()) << words.toStdString();
    return match.captured(2).toDouble() - match.captured(1).toDouble();
}

class EveryPictureFormat : public testing::TestWithParam<const char*> {};

TEST_P(EveryPictureFormat, TheSamePictureIsTheSameFile)
{
    const ExportOptions options = optionsFor(85, 60);
    const QByteArray first = exported(GetParam(), options);
    EXPECT_FALSE(first.isEmpty());
    EXPECT_EQ(first, exported(GetParam(), options));
    EXPECT_TRUE(takeWarnings().isEmpty());
}

TEST_P(EveryPictureFormat, CarriesTheState)
{
    const QTemporaryDir folder;
    const Result<QByteArray> read = embeddedState(fileWith(folder, "figure", exported(GetParam(), optionsFor(85, 60))));
    if (QString(GetParam()) == "eps") {
        EXPECT_FALSE(read.has_value());
        return;
    }
    ASSERT_TRUE(read.has_value()) << describe(read.error());
    EXPECT_EQ(*read, state);
}

TEST_P(EveryPictureFormat, LargeStatesSurvive)
{
    ExportOptions options = optionsFor(85, 60);
    for (int index = 0; index < 5000; ++index)
        options.state += "{\"queryAngle\": " + QByteArray::number(index * 0.37) + "}";
    const QTemporaryDir folder;
    const Result<QByteArray> read = embeddedState(fileWith(folder, "figure", exported(GetParam(), options)));
    EXPECT_EQ(read.value_or(QByteArray()), QString(GetParam()) == "eps" ? QByteArray() : options.state);
}

TEST_P(EveryPictureFormat, WithoutStateHasNone)
{
    ExportOptions options = optionsFor(85, 60);
    options.state.clear();
    const QTemporaryDir folder;
    EXPECT_FALSE(embeddedState(fileWith(folder, "figure", exported(GetParam(), options))).has_value());
}

TEST_P(EveryPictureFormat, ImpossibleSizesAreRefused)
{
    for (const QSizeF size : {QSizeF(0, 60), QSizeF(-5, 60), QSizeF(6000, 60), QSizeF(std::nan(""), 60)})
        EXPECT_TRUE(refusal(QString(GetParam()), optionsFor(size.width(), size.height())).contains("size"));
    ExportOptions options = optionsFor(85, 60);
    options.dpi = 100000;
    EXPECT_TRUE(refusal(QString(GetParam()), options).contains("100000 dpi"));
    options = optionsFor(85, 60);
    options.fontSize = 0;
    EXPECT_TRUE(refusal(QString(GetParam()), options).contains("font-size"));
}

INSTANTIATE_TEST_SUITE_P(Export, EveryPictureFormat, testing::Values("png", "svg", "pdf", "eps", "tex"),
                         [](const auto& format) { return std::string(format.param); });

TEST(Export, SizesAreReadExactly)
{
    const Result<ExportSize> metric = parseExportSize(u"85x60mm");
    ASSERT_TRUE(metric.has_value());
    EXPECT_EQ(metric->value, QSizeF(85, 60));
    EXPECT_EQ(metric->unit, ExportSize::Unit::Millimetre);
    EXPECT_EQ(parseExportSize(u"85.5 × 60 mm").value_or(ExportSize{}).value, QSizeF(85.5, 60));
    EXPECT_EQ(parseExportSize(u"800x600px").value_or(ExportSize{}).unit, ExportSize::Unit::Pixel);
}

TEST(Export, OtherSizesAreRefusedWithWhatIsPossible)
{
    for (const QStringView bad : {u"", u"85x60", u"85mm", u"0x60mm", u"-1x5mm", u"5001x5mm", u"32769x5px", u"1.5x5px",
                                  u"1e9x5mm", u"1..5x5mm", u"85x60in", u"85x60mm extra"}) {
        const Result<ExportSize> size = parseExportSize(bad);
        ASSERT_FALSE(size.has_value()) << bad.toString().toStdString();
        EXPECT_NE(size.error().message.find("85x60mm"), std::string::npos);
    }
}

TEST(Export, UnknownFormatsNameTheKnownOnes)
{
    const QString message = refusal(u"bmp", optionsFor(85, 60));
    EXPECT_TRUE(message.contains(".bmp")) << message.toStdString();
    EXPECT_TRUE(message.contains(".png, .svg, .pdf")) << message.toStdString();
}

TEST(Export, HugeImagesAreRefusedBeforeTheyAreAllocated)
{
    ExportOptions options = optionsFor(5000, 5000);
    options.dpi = 4800;
    EXPECT_TRUE(refusal(u"png", options).contains("pixels"));
    options.dpi = 100; // 19685 pixels a side: each side is possible, the area is not
    EXPECT_TRUE(refusal(u"png", options).contains("200 million"));
}

TEST(Export, PngHasTheAskedPixelsAndResolution)
{
    const QImage metric = QImage::fromData(exported("png", optionsFor(85, 60)));
    EXPECT_EQ(metric.size(), QSize(1004, 709)); // 85 mm and 60 mm at 300 dpi
    EXPECT_NEAR(metric.dotsPerMeterX(), 300 / 0.0254, 1.0);
    EXPECT_EQ(QImage::fromData(exported("png", optionsFor(601, 451, ExportSize::Unit::Pixel))).size(), QSize(601, 451));
}

TEST(Export, PdfTextHasTheAskedSizeAndIsText)
{
    const QTemporaryDir folder;
    for (const double points : {6.0, 8.0, 9.0, 10.5}) {
        ExportOptions options = optionsFor(160, 120);
        options.fontSize = points;
        const QString pdf = fileWith(folder, "size.pdf", exported("pdf", options));
        QFont font("DejaVu Sans");
        font.setPixelSize(1000);
        const double advance = QFontMetricsF(font).horizontalAdvance("Wavelength") / 1000.0;
        EXPECT_NEAR(wordWidth(pdf, "Wavelength") / advance, points, 0.02 * points);
        EXPECT_NEAR(wordHeight(pdf, "Heading") / wordHeight(pdf, "Wavelength"), 2.0, 0.04);
        EXPECT_TRUE(outputOf("pdffonts", {pdf}).contains("DejaVuSans"));
    }
}

TEST(Export, PdfPagesHaveTheAskedSize)
{
    const QTemporaryDir folder;
    const QString info = outputOf("pdfinfo", {fileWith(folder, "page.pdf", exported("pdf", optionsFor(85, 60)))});
    const QRegularExpressionMatch size = QRegularExpression("Page size: +([0-9.]+) x ([0-9.]+) pts").match(info);
    EXPECT_NEAR(size.captured(1).toDouble(), 85 / 25.4 * 72, 0.5);
    EXPECT_NEAR(size.captured(2).toDouble(), 60 / 25.4 * 72, 0.5);
    EXPECT_TRUE(info.contains("Frequencies <&>"));
}

TEST(Export, ImagesAreLossless)
{
    const QByteArray pdf = exported("pdf", optionsFor(85, 60));
    EXPECT_FALSE(pdf.contains("/DCTDecode")); // JPEG
    const QByteArray svg = exported("svg", optionsFor(85, 60));
    EXPECT_TRUE(svg.contains("data:image/png;base64"));
    EXPECT_FALSE(svg.contains("data:image/jp"));
}

TEST(Export, LatexRefusesLengthsThatTexCannotHold)
{
    for (const double side : {1.0, 3.0, 21700.0, 32768.0})
        for (const QSizeF size : {QSizeF(side, 300), QSizeF(300, side)}) {
            ExportOptions options = optionsFor(size.width(), size.height(), ExportSize::Unit::Pixel);
            options.dpi = 96.0;
            EXPECT_TRUE(refusal(u"tex", options).contains("LaTeX")) << side;
        }
    EXPECT_FALSE(exported("tex", optionsFor(1, 1)).isEmpty());
    EXPECT_FALSE(exported("tex", optionsFor(5000, 10)).isEmpty());
}

TEST(Export, SvgIsWellFormedAndItsTextIsText)
{
    const QByteArray svg = exported("svg", optionsFor(85, 60));
    QXmlStreamReader reader(svg);
    QStringList texts;
    QString title;
    QString description;
    while (!reader.atEnd()) {
        reader.readNext();
        if (!reader.isStartElement())
            continue;
        if (reader.name() == u"text")
            texts << reader.readElementText();
        else if (reader.name() == u"title")
            title = reader.readElementText();
        else if (reader.name() == u"desc")
            description = reader.readElementText();
    }
    EXPECT_FALSE(reader.hasError()) << reader.errorString().toStdString();
    EXPECT_EQ(texts, QStringList({"Wavelength", "Heading"}));
    EXPECT_EQ(title, "Frequencies <&>");
    EXPECT_EQ(description, "Base & \"pairs\" <b>");
    EXPECT_TRUE(svg.contains("DejaVu Sans"));
    EXPECT_TRUE(svg.contains("width=\"85mm\" height=\"60mm\""));
}

TEST(Export, SvgIsWellFormedWhateverTheTextsHold)
{
    ExportOptions options = optionsFor(85, 60);
    const QString hostile = QString::fromUtf8("\x01 \x1b[31m ]]> <!-- \xEF\xBF\xBE \xEF\xBF\xBF %1");
    options.title = hostile;
    options.description = hostile;
    options.state = R"({"text": ")" + QByteArray("\xEF\xBF\xBE]]><!--\xEF\xBF\xBF%1") + R"("})";
    QXmlStreamReader reader(exported("svg", options));
    QString kept;
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == u"state")
            kept = reader.readElementText();
    EXPECT_FALSE(reader.hasError()) << reader.errorString().toStdString();
    EXPECT_EQ(kept, QString(R"({"text": "\ufffe]]><!--\uffff%1"})")); // the same text in JSON
}

TEST(Export, SvgFontSizesAreExact)
{
    const QString svg = QString::fromUtf8(exported("svg", optionsFor(160, 120)));
    const QRegularExpressionMatch box = QRegularExpression("viewBox=\"0 0 ([0-9.]+) ").match(svg);
    const double pointsPerUnit = 160.0 / 25.4 * 72.0 / box.captured(1).toDouble();
    const QRegularExpressionMatch size = QRegularExpression("font-size=\"([0-9.]+)\"[^>]*>Wavelength").match(svg);
    ASSERT_TRUE(size.hasMatch()) << svg.toStdString();
    EXPECT_NEAR(size.captured(1).toDouble() * pointsPerUnit, 9.0, 0.02 * 9.0);
}

TEST(Export, EpsHasABoundingBox)
{
    const QByteArray eps = exported("eps", optionsFor(85, 60));
    EXPECT_TRUE(eps.startsWith("%!PS-Adobe"));
    EXPECT_TRUE(eps.contains("%%BoundingBox: 0 0 241 170")) << eps.left(400).toStdString();
}

TEST(WriteWhole, WritesTheBytes)
{
    const QTemporaryDir folder;
    const QString path = fileWith(folder, "a.txt", "one");
    EXPECT_TRUE(writeWhole(path, "two").has_value());
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll(), "two");
}

TEST(WriteWhole, MissingFoldersAreRefused)
{
    const QTemporaryDir folder;
    const Result<void> written = writeWhole(folder.filePath("missing/a.png"), "x");
    ASSERT_FALSE(written.has_value());
    EXPECT_EQ(written.error().kind, Error::Kind::Input);
    EXPECT_NE(written.error().message.find("does not exist"), std::string::npos);
    EXPECT_NE(written.error().field.find("missing/a.png"), std::string::npos);
}

TEST(WriteWhole, AFolderIsNotOverwritten)
{
    const QTemporaryDir folder;
    const Result<void> written = writeWhole(folder.path(), "x");
    ASSERT_FALSE(written.has_value());
    EXPECT_EQ(written.error().kind, Error::Kind::Input);
}

TEST(WriteWhole, ADeviceStaysADevice)
{
    const Result<void> written = writeWhole("/dev/full", "x");
    ASSERT_FALSE(written.has_value());
    EXPECT_EQ(written.error().kind, Error::Kind::Machine);
    EXPECT_FALSE(QFileInfo("/dev/full").isFile());
}

TEST(EmbeddedState, OtherFilesAreRefused)
{
    const QTemporaryDir folder;
    for (const QByteArray& bytes :
         {QByteArray(), QByteArray("hello"), QByteArray("%PDF-1.4\n"), QByteArray("\x89PNG\r\n\x1a\n"),
          QByteArray("<svg><state>"), QByteArray("%PDF-1.4\n<< /EmbeddedFile >>\nstream\nendstream")}) {
        const Result<QByteArray> read = embeddedState(fileWith(folder, "other", bytes));
        ASSERT_FALSE(read.has_value());
        EXPECT_NE(read.error().field.find("other"), std::string::npos);
    }
    EXPECT_FALSE(embeddedState(folder.filePath("missing.png")).has_value());
    EXPECT_EQ(takeWarnings(), QStringList());
}

TEST(UsualFontSize, IsLargerForAProjector)
{
    EXPECT_EQ(usualFontSize(Theme::Print), ExportOptions().fontSize);
    EXPECT_GT(usualFontSize(Theme::Presenter), usualFontSize(Theme::Print));
}

} // namespace
} // namespace rope

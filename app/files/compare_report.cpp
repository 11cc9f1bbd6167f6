#include "app/files/compare_report.h"

#include "ui/figures/agreement_chart.h"
#include "ui/paint/export/export.h"

#include <QAbstractTextDocumentLayout>
#include <QTextDocument>
#include <algorithm>
#include <memory>

namespace rope {

namespace {

constexpr double unitsPerMillimetre = 720.0 / 25.4; ///< the layout units of exportPicture
constexpr double pageWidth = 210.0;                 ///< mm: A4
constexpr double pageHeight = 297.0;                ///< mm, at least: a report is one page
constexpr double pageMargin = 16.0;                 ///< mm
constexpr double pictureHeight = 62.0;              ///< mm
constexpr double unitsPerPoint = 10.0;
constexpr double fontSize = 8.5; ///< points

/// The words between two pictures, or a picture.
struct Piece {
    std::unique_ptr<QTextDocument> words;
    const ReportPicture* picture = nullptr;
    double height = 0.0; ///< layout units
};

std::unique_ptr<QTextDocument> wordsOf(const std::vector<ReportBlock>& blocks, double width, const PaintStyle& style)
{
    auto words = std::make_unique<QTextDocument>();
    words->setUndoRedoEnabled(false);
    words->setDefaultFont(fontOf(style));
    words->setDocumentMargin(0.0);
    QTextOption wrapping;
    wrapping.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    words->setDefaultTextOption(wrapping);
    const int gap = qRound(0.35 * style.fontSize);
    words->setDefaultStyleSheet(QStringLiteral("p, table { margin-top: %1px; margin-bottom: %1px; } "
                                               "h1, h2, h3 { margin-top: %2px; margin-bottom: %1px; } "
                                               "td, th { padding-right: %2px; padding-top: %3px; padding-bottom: %3px; "
                                               "text-align: left; vertical-align: top; }")
                                    .arg(2 * gap)
                                    .arg(3 * gap)
                                    .arg(gap / 2));
    words->setHtml(QString::fromStdString(htmlBodyOf(blocks)));
    words->setTextWidth(width);
    return words;
}

std::vector<Piece> piecesOf(const std::vector<ReportBlock>& report, double width, const PaintStyle& style)
{
    std::vector<Piece> pieces;
    std::vector<ReportBlock> blocks;
    const auto flush = [&] {
        if (blocks.empty())
            return;
        Piece piece{wordsOf(blocks, width, style)};
        piece.height = piece.words->size().height();
        pieces.push_back(std::move(piece));
        blocks.clear();
    };
    for (const ReportBlock& block : report) {
        if (const auto* picture = std::get_if<ReportPicture>(&block)) {
            flush();
            pieces.push_back({nullptr, picture, pictureHeight * unitsPerMillimetre});
            blocks.emplace_back(ReportParagraph{picture->caption});
        } else {
            blocks.push_back(block);
        }
    }
    flush();
    return pieces;
}

void paintWords(QPainter& painter, const QTextDocument& words, const PaintStyle& style)
{
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, style.text);
    words.documentLayout()->draw(&painter, context);
}

/// The pieces under each other inside the margins.
void paintPage(QPainter& painter, const QRectF& area, const PaintStyle& style, double deviceScale,
               const std::vector<ReportBlock>& report, const std::vector<PartComparison>& comparisons)
{
    const double margin = pageMargin * unitsPerMillimetre;
    const double width = area.width() - 2.0 * margin;
    double top = area.top() + margin;
    for (const Piece& piece : piecesOf(report, width, style)) {
        const QRectF place(area.left() + margin, top, width, piece.height);
        if (piece.picture != nullptr) {
            paintChart(painter, place, agreementChart(comparisons[piece.picture->part], style), style, deviceScale);
        } else {
            painter.save();
            painter.translate(place.topLeft());
            paintWords(painter, *piece.words, style);
            painter.restore();
        }
        top += piece.height;
    }
}

QString titleOf(const std::vector<ReportBlock>& report)
{
    const auto* title = std::get_if<ReportHeading>(&report.front());
    return title != nullptr ? QString::fromStdString(title->text) : QString();
}

Result<std::string> pdfReport(const std::vector<ReportBlock>& report, const std::vector<PartComparison>& comparisons,
                              const std::string& state)
{
    const PaintStyle style = styleOf(Theme::Print, fontSize * unitsPerPoint);
    double height = 2.0 * pageMargin;
    for (const Piece& piece : piecesOf(report, (pageWidth - 2.0 * pageMargin) * unitsPerMillimetre, style))
        height += piece.height / unitsPerMillimetre;
    ExportOptions options;
    options.size.value = {pageWidth, std::max(pageHeight, std::ceil(height))};
    options.fontSize = fontSize;
    options.title = titleOf(report);
    options.state = QByteArray::fromStdString(state);
    const Result<QByteArray> bytes = exportPicture(
        u"pdf", options, [&](QPainter& painter, const QRectF& area, const PaintStyle& own, double deviceScale) {
            paintPage(painter, area, own, deviceScale, report, comparisons);
        });
    return bytes.map([](const QByteArray& pdf) { return pdf.toStdString(); });
}

/// A picture as an element of a page: without what stands before `<svg` in a file.
Result<std::string> svgElement(const ReportPicture& picture, const std::vector<PartComparison>& comparisons)
{
    ExportOptions options;
    options.size.value = {160.0, 75.0};
    options.title = QString::fromStdString(picture.caption);
    options.description = options.title;
    const Result<QByteArray> svg = exportPicture(
        u"svg", options, [&](QPainter& painter, const QRectF& area, const PaintStyle& style, double deviceScale) {
            paintChart(painter, area, agreementChart(comparisons[picture.part], style), style, deviceScale);
        });
    return svg.map([](const QByteArray& bytes) { return bytes.mid(bytes.indexOf("<svg")).toStdString(); });
}

Result<std::string> htmlReport(const std::vector<ReportBlock>& report, const std::vector<PartComparison>& comparisons)
{
    std::optional<Error> failure;
    const std::string html = htmlOf(report, [&](const ReportPicture& picture) {
        const Result<std::string> svg = svgElement(picture, comparisons);
        if (!svg)
            failure = svg.error();
        return svg.value_or("");
    });
    return failure ? Result<std::string>(tl::unexpected(*failure)) : html;
}

} // namespace

bool isReportSuffix(std::string_view suffix)
{
    return suffix == "md" || suffix == "html" || suffix == "pdf";
}

Result<std::string> compareReport(std::string_view suffix, const std::vector<PartComparison>& comparisons,
                                  const std::string& state)
{
    const std::vector<ReportBlock> report = reportOf(comparisons);
    if (suffix == "md")
        return markdownOf(report);
    return suffix == "html" ? htmlReport(report, comparisons) : pdfReport(report, comparisons, state);
}

} // namespace rope

#include "ui/widgets/model_report_view.h"

#include "ui/widgets/rows/number_text.h"

namespace rope {

namespace {

QString safe(const std::string& text)
{
    return QString::fromStdString(text).toHtmlEscaped();
}

QString section(const QString& title)
{
    return QStringLiteral("<h4>%1</h4>").arg(title);
}

QString warningsOf(const ModelFile& file)
{
    QString html;
    for (const std::string& warning : file.warnings)
        html += QStringLiteral("<p>⚠ %1</p>").arg(safe(warning));
    if (!file.disagreements.empty())
        html += section(QObject::tr("Where others read it differently"));
    for (const Disagreement& each : file.disagreements)
        html += QStringLiteral("<p><code>%1</code><br>%2</p>").arg(safe(each.key), safe(each.message));
    return html;
}

QString layersOf(const ModelSettings& model)
{
    QString html;
    for (const RotarySettings& layer : model.layers)
        html += QStringLiteral("<p><b>%1</b> head %2, rotary %3, base %4, scheme %5</p>")
                    .arg(layer.layerType.empty() ? QObject::tr("All layers:") : safe(layer.layerType) + u':',
                         numberText(layer.headDim), numberText(layer.rotaryDim), numberText(layer.base),
                         layer.rotates ? safe(layer.scheme) : QObject::tr("none (no rotation)"));
    return html;
}

QString rowsOf(const ModelFile& file, KeyReport::Use use, const QString& title)
{
    QString rows;
    for (const KeyReport& row : file.report)
        if (row.use == use)
            rows += QStringLiteral("<p><code>%1</code> = <b>%2</b><br>%3</p>")
                        .arg(safe(row.key), safe(row.value), safe(row.decided));
    return rows.isEmpty() ? QString() : section(title) + rows;
}

} // namespace

ModelReportView::ModelReportView(QWidget* parent)
    : QTextBrowser(parent)
{
    setAccessibleName(tr("What the model file was understood to say"));
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    showNoReport();
}

void ModelReportView::showReport(const ModelFile& file)
{
    setHtml(QStringLiteral("<h3>%1</h3>").arg(safe(file.model.name)) + warningsOf(file) + layersOf(file.model) +
            rowsOf(file, KeyReport::Use::Given, tr("Given")) +
            rowsOf(file, KeyReport::Use::Default, tr("Assumed by default")) +
            rowsOf(file, KeyReport::Use::Ignored, tr("Without effect")));
}

void ModelReportView::showNoReport()
{
    setHtml(tr("<p>This model was set by hand. Choose a model, or drop a <code>config.json</code> or a "
               "<code>.gguf</code> on the window, and every key that decided something is listed here.</p>"));
}

} // namespace rope

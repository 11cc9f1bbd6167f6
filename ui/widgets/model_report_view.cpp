#include "ui/widgets/model_report_view.h"

#include "core/model/inspection.h"

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

/// A value and what it is worth, and beneath it where it came from. Columns would break words in a narrow tab.
QString valueRow(const std::string& name, const InspectedValue& value)
{
    const std::string origin =
        value.origin.text + (value.origin.authority.empty() ? "" : "; " + value.origin.authority);
    return QStringLiteral("<p><code>%1</code> = <b>%2</b>, %3<br><i>%4</i></p>")
        .arg(safe(name), safe(value.text), safe(std::string(kindName(value.origin.kind))), safe(origin));
}

/// One rotation of the model: its layers, and of each value, what it is worth and where it came from.
QString partOf(const InspectedPart& part, int layerCount)
{
    QString html = section(QString::fromStdString(part.name).toHtmlEscaped() +
                           (part.rotates ? QString() : QObject::tr(": does not rotate")));
    if (!part.layers.empty())
        html += QStringLiteral("<p>%1<br><code>%2</code></p>")
                    .arg(QObject::tr("Layers %1").arg(safe(rangesOf(part.layers))), safe(layerStrip(part, layerCount)));
    for (const InspectedValue& value : part.values)
        html += valueRow(value.name, value);
    for (const InspectedValue& value : part.parameters)
        html += valueRow("scheme." + value.name, value);
    return html;
}

QString partsOf(const ModelFile& file)
{
    QString html;
    for (const InspectedPart& part : inspect(file))
        html += partOf(part, file.layerCount);
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
    setHtml(QStringLiteral("<h3>%1</h3><p>%2</p>")
                .arg(safe(file.model.name), safe(file.format + (file.family.empty() ? "" : ", " + file.family))) +
            warningsOf(file) + partsOf(file) + rowsOf(file, KeyReport::Use::Given, tr("Given")) +
            rowsOf(file, KeyReport::Use::Default, tr("Assumed by default")) +
            rowsOf(file, KeyReport::Use::Ignored, tr("Without effect")));
}

void ModelReportView::showNoReport()
{
    setHtml(tr("<p>This model was set by hand. Choose a model, or drop a <code>config.json</code> or a "
               "<code>.gguf</code> on the window, and every key that decided something is listed here.</p>"));
}

} // namespace rope

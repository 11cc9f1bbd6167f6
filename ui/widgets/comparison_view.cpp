#include "ui/widgets/comparison_view.h"

#include "core/base/number_text.h"
#include "core/model/comparison_report.h"
#include "core/model/inspection.h"
#include "ui/widgets/elided_button.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/plain_tool_tip.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

namespace rope {

namespace {

constexpr std::size_t pairsShown = 6;

QString safe(const std::string& text)
{
    return QString::fromStdString(htmlEscaped(text));
}

QString named(const std::string& model, const std::string& part)
{
    const QString name = QString::fromStdString(model);
    return part.empty() ? name : QStringLiteral("%1, %2").arg(name, QString::fromStdString(part));
}

QString cellOf(const QString& side, const ComparedCell& cell)
{
    if (!cell.present)
        return QStringLiteral("<br>%1: %2").arg(side, safe(cell.text));
    return QStringLiteral("<br>%1: <b>%2</b>, <i>%3</i>").arg(side, safe(cell.text), safe(describe(cell.origin)));
}

QString differencesOf(const PartComparison& comparison)
{
    QString html;
    for (const ComparedRow* row : comparison.differences())
        html += QStringLiteral("<p><code>%1</code>%2%3</p>")
                    .arg(safe(row->name), cellOf(QStringLiteral("A"), row->cells[0]),
                         cellOf(QStringLiteral("B"), row->cells[1]));
    return html.isEmpty() ? html : QStringLiteral("<h4>%1</h4>").arg(QObject::tr("Values that differ")) + html;
}

QString partingOf(const RotaryComparison& rotary)
{
    const std::vector<PartingPair> parting = partingPairs(rotary);
    if (parting.empty())
        return {};
    QString html = QStringLiteral("<h4>%1</h4><table cellspacing=\"0\" cellpadding=\"2\"><tr><th align=\"left\">%2</th>"
                                  "<th align=\"right\">%3</th><th align=\"right\">%4</th></tr>")
                       .arg(QObject::tr("Pairs that part first, tokens"), QObject::tr("pair"), QObject::tr("0.1 rad"),
                            QObject::tr("1 rad"));
    for (std::size_t i = 0; i < std::min(pairsShown, parting.size()); ++i)
        html += QStringLiteral("<tr><td>%1</td><td align=\"right\">%2</td><td align=\"right\">%3</td></tr>")
                    .arg(parting[i].pair)
                    .arg(safe(roundedNumber(parting[i].tenth, 5)), safe(roundedNumber(parting[i].one, 5)));
    return html + QStringLiteral("</table>");
}

} // namespace

ComparisonView::ComparisonView(QWidget* parent)
    : QWidget(parent)
    , first_(new ElidedLabel(this))
    , second_(new ElidedButton(this))
    , buttons_(new QHBoxLayout)
    , words_(new QTextBrowser(this))
{
    second_->setPopupMode(QToolButton::InstantPopup);
    second_->setFocusPolicy(Qt::StrongFocus);
    second_->setObjectName(QStringLiteral("secondModel"));
    second_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    words_->setAccessibleName(tr("Where the two models differ"));
    words_->setFrameShape(QFrame::NoFrame);
    words_->setOpenLinks(false);
    auto* names = new QGridLayout;
    names->setColumnStretch(1, 1);
    names->addWidget(new QLabel(tr("A"), this), 0, 0);
    names->addWidget(first_, 0, 1);
    names->addWidget(new QLabel(tr("B"), this), 1, 0);
    names->addWidget(second_, 1, 1);
    buttons_->setSpacing(6);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(5, 10, 5, 4);
    column->setSpacing(8);
    column->addLayout(names);
    column->addLayout(buttons_);
    column->addWidget(words_, 1);
}

void ComparisonView::offer(QAction* action, const QString& text)
{
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setText(text);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    buttons_->addWidget(button);
}

void ComparisonView::setSecondMenu(QMenu* menu)
{
    second_->setMenu(menu);
}

void ComparisonView::showNames(const PartComparison& comparison)
{
    const QString first = named(comparison.models[0], comparison.parts[0]);
    const QString second = named(comparison.models[1], comparison.parts[1]);
    first_->showText(first);
    second_->setText(QString(second).replace(u'&', QStringLiteral("&&")) + QStringLiteral("  ▾"));
    second_->setToolTip(plainToolTip(second));
    second_->setAccessibleName(tr("Second model: %1").arg(second));
}

void ComparisonView::showComparison(const PartComparison& comparison)
{
    showNames(comparison);
    words_->setHtml(QStringLiteral("<p>%1</p>").arg(safe(comparison.verdicts.front())) + differencesOf(comparison) +
                    partingOf(comparison.against.front()));
}

void ComparisonView::showProblem(const QString& sentence)
{
    words_->setPlainText(sentence);
}

} // namespace rope

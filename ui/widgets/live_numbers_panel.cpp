#include "ui/widgets/live_numbers_panel.h"

#include "ui/paint/number_text.h"

#include <QFrame>
#include <QGridLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace rope {

namespace {

constexpr int scoreDigits = 12;
constexpr int normDigits = 7;
constexpr int phaseDigits = 6;

QString normText(double before, double after)
{
    return QStringLiteral("%1 → %2").arg(significantText(before, normDigits), significantText(after, normDigits));
}

QString degreesText(double radians)
{
    return QStringLiteral("%1°").arg(numberText(radians * 180.0 / std::numbers::pi, phaseDigits));
}

/// `1.897 367 rad = 108.711°`; past a turn `710 rad ≡ 0.003 454 064°`.
QString phaseText(const LivePhase& phase)
{
    const bool turned = std::abs(phase.total - phase.reduced) > 1e-6;
    return QStringLiteral("%1 rad %2 %3")
        .arg(numberText(phase.total, phaseDigits), turned ? QStringLiteral("≡") : QStringLiteral("="),
             degreesText(phase.reduced));
}

} // namespace

LiveNumbersPanel::LiveNumbersPanel(ExplorerStore& store, QWidget* parent)
    : QWidget(parent)
    , store_(store)
{
    setAccessibleName(tr("Live numbers"));
    build();
    follow();
    connect(&store, &ExplorerStore::stateChanged, this, &LiveNumbersPanel::follow);
}

QGridLayout* LiveNumbersPanel::addBox(QVBoxLayout* column, const QString& heading)
{
    auto* title = new QLabel(heading, this);
    title->setObjectName(QStringLiteral("muted"));
    auto* box = new QFrame(this);
    box->setObjectName(QStringLiteral("noteBox"));
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(10, 9, 10, 9);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(7);
    grid->setColumnStretch(1, 1);
    column->addWidget(title);
    column->addWidget(box);
    return grid;
}

QLabel* LiveNumbersPanel::addRow(QGridLayout* grid, const QString& id, const QString& name, const QString& meaning)
{
    const int row = grid->rowCount();
    auto* label = new QLabel(name, this);
    auto* value = new QLabel(this);
    label->setTextFormat(Qt::RichText);
    value->setObjectName(id);
    value->setProperty("class", QStringLiteral("value"));
    value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    value->setAlignment(Qt::AlignRight);
    value->setToolTip(meaning);
    value->setAccessibleDescription(meaning);
    label->setToolTip(meaning);
    label->setBuddy(value);
    grid->addWidget(label, row, 0);
    grid->addWidget(value, row, 1);
    return label;
}

void LiveNumbersPanel::build()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    QGridLayout* scores = addBox(column, tr("Only the offset survives"));
    addRow(scores, QStringLiteral("rotated_score"), tr("(R<sub>m</sub>q)·(R<sub>n</sub>k) ⁄ √d"),
           tr("Score with query and key both rotated, then multiplied"));
    addRow(scores, QStringLiteral("relative_score"), tr("q<sup>⊤</sup>R<sub>n−m</sub>k ⁄ √d"),
           tr("Score from the offset n − m alone"));
    addRow(scores, QStringLiteral("offset"), tr("n − m"), tr("Offset of the key from the query, in tokens"));
    agreement_ = new QLabel(this);
    agreement_->setObjectName(QStringLiteral("muted"));
    agreement_->setWordWrap(true);
    scores->addWidget(agreement_, scores->rowCount(), 0, 1, 2);
    QGridLayout* norms = addBox(column, tr("Rotation keeps the norms"));
    addRow(norms, QStringLiteral("query_norm"), tr("‖q‖ → ‖R<sub>m</sub>q‖"), tr("Norm of the query before and after"));
    addRow(norms, QStringLiteral("key_norm"), tr("‖k‖ → ‖R<sub>n</sub>k‖"), tr("Norm of the key before and after"));
    factorNote_ = new QLabel(this);
    factorNote_->setWordWrap(true);
    norms->addWidget(factorNote_, norms->rowCount(), 0, 1, 2);
    QGridLayout* pair = addBox(column, QString());
    pairHeading_ = qobject_cast<QLabel*>(column->itemAt(column->count() - 2)->widget());
    addRow(pair, QStringLiteral("theta"), tr("θ"), tr("Angle per token of the highlighted pair"));
    addRow(pair, QStringLiteral("wavelength"), tr("λ = 2π ⁄ θ"), tr("Tokens per turn of the highlighted pair"));
    addRow(pair, QStringLiteral("query_phase"), tr("mθ"), tr("Angle by which the query turns"));
    addRow(pair, QStringLiteral("key_phase"), tr("nθ"), tr("Angle by which the key turns"));
    addRow(pair, QStringLiteral("offset_phase"), tr("(n − m)θ"), tr("Angle that the score sees"));
    column->addStretch(1);
}

QString LiveNumbersPanel::valueText(const QString& row) const
{
    const auto* label = findChild<QLabel*>(row);
    return label ? label->text() : QString();
}

void LiveNumbersPanel::set(const QString& row, const QString& text)
{
    auto* label = findChild<QLabel*>(row);
    if (label->text() != text)
        label->setText(text);
}

void LiveNumbersPanel::follow()
{
    const LiveNumbers numbers = liveNumbers(store_.state());
    showScores(numbers);
    showPair(numbers);
}

void LiveNumbersPanel::showScores(const LiveNumbers& numbers)
{
    set(QStringLiteral("rotated_score"), significantText(numbers.rotatedScore, scoreDigits));
    set(QStringLiteral("relative_score"), significantText(numbers.relativeScore, scoreDigits));
    set(QStringLiteral("offset"), numberText(static_cast<double>(numbers.offset)));
    set(QStringLiteral("query_norm"), normText(numbers.queryNorm, numbers.rotatedQueryNorm));
    set(QStringLiteral("key_norm"), normText(numbers.keyNorm, numbers.rotatedKeyNorm));
    const double difference = std::abs(numbers.rotatedScore - numbers.relativeScore);
    QString note = tr("The two sides differ by %1: rounding alone.").arg(numberText(difference, 2));
    if (store_.state().sequence.content != ContentKind::Identical)
        note += u' ' + tr("They take the pairs' own content, not that of the sequence.");
    agreement_->setText(note);
    const bool scaled = numbers.attentionFactor != 1.0;
    factorNote_->setVisible(scaled);
    factorNote_->setText(tr("The attention factor %1 multiplies cos and sin: rotated norms grow by it, scores by its "
                            "square %2.")
                             .arg(numberText(numbers.attentionFactor, 7),
                                  numberText(numbers.attentionFactor * numbers.attentionFactor, 7)));
}

void LiveNumbersPanel::showPair(const LiveNumbers& numbers)
{
    const int pair = store_.state().highlightedPair;
    pairHeading_->setText(tr("Pair %1 of %2").arg(pair).arg(pairCount(store_.state())));
    set(QStringLiteral("theta"), tr("%1 rad/token").arg(numberText(numbers.inverseFrequency, phaseDigits)));
    const double wavelength = 2.0 * std::numbers::pi / std::abs(numbers.inverseFrequency);
    set(QStringLiteral("wavelength"), tr("%1 tokens").arg(numberText(wavelength, phaseDigits)));
    set(QStringLiteral("query_phase"), phaseText(numbers.queryPhase));
    set(QStringLiteral("key_phase"), phaseText(numbers.keyPhase));
    set(QStringLiteral("offset_phase"), phaseText(numbers.offsetPhase));
}

} // namespace rope

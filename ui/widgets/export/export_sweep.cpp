#include "ui/widgets/export/export_sweep.h"

#include "ui/widgets/rows/calm_combo_box.h"

#include <QLabel>
#include <algorithm>

namespace rope {

SweepRows::SweepRows(QFormLayout* form, const ExplorerState& state)
    : QObject(form) // which has no widget yet while it is being filled
    , form_(form)
    , keys_(new CalmComboBox(form->parentWidget()))
    , from_(new QLineEdit(form->parentWidget()))
    , to_(new QLineEdit(form->parentWidget()))
    , frames_(new QSpinBox(form->parentWidget()))
    , perSecond_(new QDoubleSpinBox(form->parentWidget()))
{
    fillKeys(state);
    frames_->setRange(fewestFrames, mostFrames);
    perSecond_->setRange(1.0, 50.0);
    perSecond_->setDecimals(0);
    perSecond_->setValue(10.0);
    perSecond_->setSuffix(tr(" a second"));
    frames_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    perSecond_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    form->addRow(tr("Animate"), keys_);
    form->addRow(tr("From"), from_);
    form->addRow(tr("To"), to_);
    form->addRow(tr("Frames"), frames_);
    form->addRow(tr("Pace"), perSecond_);
    setSweep(usualSweep(state));
    setVisible(false);
    connect(keys_, &QComboBox::activated, this, [this, state] { useRange(state); });
}

void SweepRows::fillKeys(const ExplorerState& state)
{
    for (const StateKey& key : keysOf(state))
        if (key.kind == ValueKind::Integer || key.kind == ValueKind::Real)
            keys_->addItem(QString::fromStdString(key.title), QString::fromStdString(key.id));
}

/// Another parameter begins with its whole range; the query position with its usual stretch.
void SweepRows::useRange(const ExplorerState& state)
{
    Sweep next = usualSweep(state);
    const std::string id = keys_->currentData().toString().toStdString();
    const KeyHandle key = findKey(state, id);
    if (key && id != next.key) {
        const KeyRange range = sliderRange(state, *key);
        next = {id, range.minimum, range.maximum, frames_->value()};
    }
    setSweep(next);
}

void SweepRows::setVisible(bool visible)
{
    const std::initializer_list<QWidget*> fields = {keys_, from_, to_, frames_, perSecond_};
    for (QWidget* field : fields) {
        field->setVisible(visible);
        form_->labelForField(field)->setVisible(visible);
    }
}

void SweepRows::setSweep(const Sweep& sweep)
{
    keys_->setCurrentIndex(std::max(0, keys_->findData(QString::fromStdString(sweep.key))));
    from_->setText(QString::fromStdString(formatValue(sweep.from)));
    to_->setText(QString::fromStdString(formatValue(sweep.to)));
    frames_->setValue(sweep.frames);
}

Result<Sweep> SweepRows::sweep(const ExplorerState& state) const
{
    const QString text = QStringLiteral("%1=%2:%3:%4")
                             .arg(keys_->currentData().toString(), from_->text().trimmed(), to_->text().trimmed())
                             .arg(frames_->value());
    return parseSweep(state, text.toStdString());
}

} // namespace rope

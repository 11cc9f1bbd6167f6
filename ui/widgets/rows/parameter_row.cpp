#include "ui/widgets/rows/parameter_row.h"

#include "ui/paint/number_text.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <algorithm>
#include <cmath>

namespace rope {

ParameterRow::ParameterRow(ExplorerStore& store, const StateKey& key, QWidget* parent)
    : KeyRow(store, key, parent)
    , field_(new NumberField(key, this))
    , slider_(new ValueSlider(this))
{
    arrange();
    introduce(slider_);
    introduce(field_);
    connect(field_, &NumberField::entered, this, [this](double value) { proposeValue(value); });
    connect(field_, &NumberField::refused, this, &ParameterRow::showError);
    connect(field_, &NumberField::stepped, this, [this](double steps, bool beginsGesture) {
        follow(stepped(slider_->scale(), field_->value(), steps), beginsGesture);
    });
    connect(slider_, &ValueSlider::moved, this, &ParameterRow::follow);
    showState(store.state());
}

void ParameterRow::arrange()
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(1);
    grid->setColumnStretch(0, 1);
    label()->setWordWrap(true);
    field_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed); // gives way in the narrowest panel
    grid->addWidget(label(), 0, 0);
    grid->addWidget(resetButton(), 0, 1);
    grid->addWidget(field_, 0, 2);
    auto* line = new QHBoxLayout;
    line->setSpacing(6);
    line->addWidget(slider_, 1);
    line->addWidget(unit());
    grid->addLayout(line, 1, 0, 1, 3);
    grid->addWidget(errorLabel(), 2, 0, 1, 3);
    unit()->setVisible(!unit()->text().isEmpty());
}

void ParameterRow::showValue(const ExplorerState& state)
{
    const Value value = key().get(state);
    const double number = std::get<double>(value);
    const KeyRange range = sliderRange(state, key());
    slider_->setScale({range.minimum, range.maximum, key().logarithmic, key().kind == ValueKind::Integer});
    slider_->setEnabled(range.maximum > range.minimum);
    slider_->showValue(number, numberText(number) + u' ' + unit()->text());
    field_->showValue(number);
}

/// An even number is wanted where the slider is at an odd one: then the neighbour on the way is taken.
void ParameterRow::follow(double value, bool beginsGesture)
{
    if (beginsGesture)
        gesture_ = store().newGesture();
    if (value == field_->value() || proposeValue(value, gesture_) || key().kind != ValueKind::Integer)
        return;
    const double onward = value > field_->value() ? 1.0 : -1.0;
    const double neighbour = value + onward;
    if (neighbour >= slider_->scale().minimum && neighbour <= slider_->scale().maximum)
        proposeValue(neighbour, gesture_);
}

} // namespace rope

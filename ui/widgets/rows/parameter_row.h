#pragma once

#include "ui/widgets/rows/key_row.h"
#include "ui/widgets/rows/number_field.h"
#include "ui/widgets/rows/value_slider.h"

namespace rope {

/// A number: label, unit and exact field above, slider beneath. The slider follows the value and never rounds it.
class ParameterRow : public KeyRow {
    Q_OBJECT
public:
    ParameterRow(ExplorerStore& store, const StateKey& key, QWidget* parent);

    NumberField* field() const { return field_; }
    ValueSlider* slider() const { return slider_; }

protected:
    void showValue(const ExplorerState& state) override;

private:
    void arrange();
    void follow(double value, bool beginsGesture);

    NumberField* field_;
    ValueSlider* slider_;
    int gesture_ = 0;
};

} // namespace rope

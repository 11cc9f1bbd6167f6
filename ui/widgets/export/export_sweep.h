#pragma once

#include "core/state/sweep.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSpinBox>

namespace rope {

/// The rows of a form that say what runs in moving pictures: the parameter, its ends, the number and pace of frames.
class SweepRows : public QObject {
    Q_OBJECT
public:
    /// Adds the rows to the form; they are hidden until setVisible(true).
    SweepRows(QFormLayout* form, const ExplorerState& state);

    void setVisible(bool visible);
    void setSweep(const Sweep& sweep);
    /// What the rows say, or what is wrong with it for this state.
    Result<Sweep> sweep(const ExplorerState& state) const;
    double framesPerSecond() const { return perSecond_->value(); }

private:
    void fillKeys(const ExplorerState& state);
    void useRange(const ExplorerState& state);

    QFormLayout* form_;
    QComboBox* keys_;
    QLineEdit* from_;
    QLineEdit* to_;
    QSpinBox* frames_;
    QDoubleSpinBox* perSecond_;
};

} // namespace rope

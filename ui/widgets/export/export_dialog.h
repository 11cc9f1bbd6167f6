#pragma once

#include "ui/figures/kit/figure.h"
#include "ui/paint/export/export.h"
#include "ui/widgets/export/export_sweep.h"
#include "ui/widgets/figure/preparation.h"

#include <QComboBox>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QTimer>

class QFormLayout;

namespace rope {

/// Writes one figure to a file: figure, format, size, resolution, type size, theme, and what runs in moving pictures,
/// with a preview of the file itself.
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    ExportDialog(const Figure& figure, ShownState state, QWidget* parent = nullptr);

    /// What would be written now.
    ExportOptions options() const;
    QString suffix() const { return format_->currentData().toString(); }
    const Figure& figure() const { return *figure_; }
    bool isReady() const { return save_->isEnabled(); }

    void setSuffix(const QString& suffix);
    void setSize(const ExportSize& size);

    void setSweep(const Sweep& sweep) { sweep_->setSweep(sweep); }

    /// Writes the file; what fails is told beside the buttons. Moving pictures are only begun: written() tells when
    /// they are there. True when nothing has failed.
    bool writeTo(const QString& path);

Q_SIGNALS:
    void written(const QString& path);

private:
    void buildForm(QFormLayout* form);
    QDoubleSpinBox* addNumber(QFormLayout* form, const QString& name, const QString& unit, double minimum,
                              double maximum, double value, int decimals);
    void chooseFigure();
    void useUnit();
    void prepare();
    void refreshPreview();
    void askForPath();
    void useFormat();
    bool beginMovie(const QString& path);
    bool tell(const Result<void>& outcome);

    const Figure* figure_;
    ShownState state_;
    Preparation preparation_;
    std::shared_ptr<const Prepared> prepared_;
    QTimer previewDelay_;

    QComboBox* figures_;
    QComboBox* format_;
    QComboBox* unit_;
    QComboBox* theme_;
    QDoubleSpinBox* width_ = nullptr;
    QDoubleSpinBox* height_ = nullptr;
    QDoubleSpinBox* dpi_ = nullptr;
    QDoubleSpinBox* fontSize_ = nullptr;
    SweepRows* sweep_ = nullptr;
    QLabel* preview_;
    QLabel* message_;
    QPushButton* save_;
};

} // namespace rope

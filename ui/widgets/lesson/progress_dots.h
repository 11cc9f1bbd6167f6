#pragma once

#include <QWidget>

namespace rope {

/// A row of dots, one per task: full ones are done.
class ProgressDots : public QWidget {
    Q_OBJECT
public:
    explicit ProgressDots(QWidget* parent = nullptr);

    /// Requires one entry per task.
    void showTasks(const std::vector<bool>& done);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<bool> done_;
};

} // namespace rope

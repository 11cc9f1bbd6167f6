#pragma once

#include <QFrame>
#include <QLabel>
#include <QTimer>

namespace rope {

/// A calm line across the window for what went wrong or was done; a warning stays until it
/// is closed or another message comes, a notice leaves by itself.
class MessageBar : public QFrame {
    Q_OBJECT
public:
    enum class Kind { Notice, Warning };

    explicit MessageBar(QWidget* parent = nullptr);

    void showMessage(const QString& text, Kind kind);
    void clear();
    QString text() const { return text_->text(); }

private:
    QLabel* icon_;
    QLabel* text_;
    QTimer leave_;
};

} // namespace rope

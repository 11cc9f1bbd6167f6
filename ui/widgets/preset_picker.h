#pragma once

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>

namespace rope {

/// Real models, found by typing part of a name, grouped by family; the choice is emitted, not made.
class PresetPicker : public QDialog {
    Q_OBJECT
public:
    explicit PresetPicker(QWidget* parent = nullptr);

    /// What the choice is for: the window's title and the words on its button.
    void setPurpose(const QString& title, const QString& deed);
    void setFilter(const QString& text);
    /// Ids on show, in order.
    QStringList shownIds() const;

Q_SIGNALS:
    void chosen(const QString& id);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill(const QString& text);
    void describeCurrent();
    void acceptCurrent();

    QLineEdit* search_;
    QTreeWidget* list_;
    QLabel* details_;
    QPushButton* use_;
};

} // namespace rope

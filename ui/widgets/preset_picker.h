#pragma once

#include <QDialog>
#include <QDialogButtonBox>
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
    /// One more button, for a model that is no preset: closes the picker and asks for a file.
    void offerFile(const QString& words);
    void setFilter(const QString& text);
    /// Ids on show, in order.
    QStringList shownIds() const;

Q_SIGNALS:
    void chosen(const QString& id);
    void fileWanted();

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
    QDialogButtonBox* buttons_;
};

} // namespace rope

#pragma once

#include "core/model/comparison.h"

#include <QAction>
#include <QMenu>
#include <QTextBrowser>
#include <QToolButton>
#include <QWidget>

class QHBoxLayout;

namespace rope {

class ElidedLabel;

/// Two models side by side: their names, a verdict, every value that differs with its origin in both, and the pairs
/// that part first. The words can be selected and copied.
class ComparisonView : public QWidget {
    Q_OBJECT
public:
    explicit ComparisonView(QWidget* parent = nullptr);

    /// Another button under the names.
    void offer(QAction* action, const QString& text);
    /// What the button with the second model's name opens.
    void setSecondMenu(QMenu* menu);

    void showComparison(const PartComparison& comparison);
    void showProblem(const QString& sentence);

    /// What is shown, as plain text.
    QString text() const { return words_->toPlainText(); }

private:
    void showNames(const PartComparison& comparison);

    ElidedLabel* first_;
    QToolButton* second_;
    QHBoxLayout* buttons_;
    QTextBrowser* words_;
};

} // namespace rope

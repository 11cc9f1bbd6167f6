#pragma once

#include "core/views/live_numbers.h"
#include "ui/store/explorer_store.h"

#include <QLabel>
#include <QWidget>
#include <vector>

class QGridLayout;
class QVBoxLayout;

namespace rope {

/// The live numbers: both sides of the claim to twelve digits, the norms, the phases of the highlighted pair.
class LiveNumbersPanel : public QWidget {
    Q_OBJECT
public:
    explicit LiveNumbersPanel(ExplorerStore& store, QWidget* parent = nullptr);

    /// The value shown in a row, as text: `rotated_score`, `relative_score`, `query_norm`, ...
    QString valueText(const QString& row) const;

private:
    QLabel* addRow(QGridLayout* grid, const QString& id, const QString& name, const QString& meaning);
    QGridLayout* addBox(QVBoxLayout* column, const QString& heading);
    void build();
    void follow();
    void showScores(const LiveNumbers& numbers);
    void showPair(const LiveNumbers& numbers);
    void set(const QString& row, const QString& text);

    ExplorerStore& store_;
    QLabel* pairHeading_ = nullptr;
    QLabel* agreement_ = nullptr;
    QLabel* factorNote_ = nullptr;
};

} // namespace rope

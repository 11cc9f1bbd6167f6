#pragma once

#include "ui/figures/kit/figure.h"

#include <QAbstractTableModel>

namespace rope {

/// The numbers behind a picture, for a table view and its readers.
class DataTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setTable(DataTable table);
    const DataTable& table() const { return table_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    DataTable table_;
};

} // namespace rope

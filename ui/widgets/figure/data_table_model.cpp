#include "ui/widgets/figure/data_table_model.h"

#include "ui/paint/number_text.h"

#include <utility>

namespace rope {

void DataTableModel::setTable(DataTable table)
{
    beginResetModel();
    table_ = std::move(table);
    endResetModel();
}

int DataTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || table_.columns.empty() ? 0 : static_cast<int>(table_.columns.front().values.size());
}

int DataTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(table_.columns.size());
}

QVariant DataTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    const auto& values = table_.columns[static_cast<std::size_t>(index.column())].values;
    const auto row = static_cast<std::size_t>(index.row());
    return row < values.size() ? numberText(values[row], 12) : QString();
}

QVariant DataTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Vertical)
        return section + 1;
    const DataTable::Column& column = table_.columns[static_cast<std::size_t>(section)];
    return column.unit.isEmpty() ? column.name : QStringLiteral("%1 (%2)").arg(column.name, column.unit);
}

} // namespace rope

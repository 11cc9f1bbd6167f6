#include "ui/figures/scores/score_table.h"

#include "core/views/score_view.h"
#include "ui/figures/kit/content_words.h"
#include "ui/figures/scores/score_words.h"

namespace rope {

namespace {

DataTable::Column columnOf(const QString& name, const RowMatrix& values)
{
    return {name, {}, std::vector<double>(values.data(), values.data() + values.size())};
}

DataTable emptyTable(const ShownState& state)
{
    DataTable table;
    table.columns = {{QStringLiteral("query_position"), QStringLiteral("tokens"), {}},
                     {QStringLiteral("key_position"), QStringLiteral("tokens"), {}},
                     {quantityName(state.sequence.quantity), {}, {}}};
    return table;
}

QString noteOf(const ShownState& state, const ScoreTable& numbers)
{
    QString note = QStringLiteral("One row per value of the window, from its first cell or its first edge on: %1.")
                       .arg(QString::fromStdString(numbers.note));
    if (state.sequence.mask == Mask::Causal)
        note += QStringLiteral(" What the mask hides is no number (empty in .csv).");
    if (numbers.positional.size() > 0)
        note += QStringLiteral(" positional: the mean of the value's diagonal; positional + content is the whole.");
    if (const QStringList content = contentWords(state); !content.isEmpty())
        note += QStringLiteral(" Content: ") + content.front() + QStringLiteral(".");
    return note;
}

} // namespace

DataTable scoreDataTable(const ShownState& state)
{
    DataTable table = emptyTable(state);
    const Result<ScoreView> view = scoreView(state);
    if (!view) {
        table.note = QString::fromStdString(describe(view.error()));
        return table;
    }
    const ScoreTable numbers = scoreTable(*view);
    for (const double query : numbers.queries)
        for (const double key : numbers.keys) {
            table.columns[0].values.push_back(query);
            table.columns[1].values.push_back(key);
        }
    table.columns[2] = columnOf(table.columns[2].name, numbers.whole);
    if (numbers.positional.size() > 0) {
        table.columns.push_back(columnOf(QStringLiteral("positional"), numbers.positional));
        table.columns.push_back(columnOf(QStringLiteral("content"), numbers.content));
    }
    table.note = noteOf(state, numbers);
    return table;
}

} // namespace rope

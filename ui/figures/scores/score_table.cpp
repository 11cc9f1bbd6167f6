#include "ui/figures/scores/score_table.h"

#include "core/scores/score_parts.h"
#include "core/state/content_choice.h"
#include "ui/figures/kit/content_words.h"
#include "ui/figures/scores/score_layout.h"
#include "ui/figures/scores/score_source.h"
#include "ui/figures/scores/score_words.h"

#include <utility>

namespace rope {

namespace {

/// Both parts beside the whole, with how they were split.
void addParts(DataTable& table, const ScoreImage& image)
{
    const ScoreImageParts parts = splitScores(image);
    for (const auto& [name, part] : {std::pair{"positional", &parts.positional}, {"content", &parts.content}}) {
        DataTable::Column column{QString::fromLatin1(name), {}, {}};
        for (int row = 0; row < part->pixels; ++row)
            for (int c = 0; c < part->pixels; ++c)
                column.values.push_back(part->at(row, c));
        table.columns.push_back(std::move(column));
    }
}

} // namespace

DataTable scoreTable(const ShownState& state)
{
    DataTable table;
    table.columns = {{QStringLiteral("query_position"), QStringLiteral("tokens"), {}},
                     {QStringLiteral("key_position"), QStringLiteral("tokens"), {}},
                     {quantityName(state.sequence.quantity), {}, {}}};
    constexpr int pixels = 128;
    const ScoreWindow window = scoreWindow(state);
    ShownState whole = state;
    whole.view.scorePart = ScorePart::Whole;
    const auto prepared = prepareScores(whole, {});
    const std::shared_ptr<const ScoreSource> source = scoreSource(whole, prepared.get());
    if (!source->problem().isEmpty()) {
        table.note = source->problem();
        return table;
    }
    const ScoreImage image = source->image(window, pixels);
    for (int row = 0; row < image.pixels; ++row) {
        for (int column = 0; column < image.pixels; ++column) {
            table.columns[0].values.push_back(static_cast<double>(window.firstRow) + row * image.tokensPerPixel);
            table.columns[1].values.push_back(static_cast<double>(window.firstColumn) + column * image.tokensPerPixel);
            table.columns[2].values.push_back(image.at(row, column));
        }
    }
    if (state.view.scorePart != ScorePart::Whole)
        addParts(table, image);
    table.note =
        QStringLiteral("One row per block of the window, from its first cell on: %1. Masked blocks are no numbers.")
            .arg(QString::fromStdString(image.note));
    if (state.view.scorePart != ScorePart::Whole)
        table.note +=
            QStringLiteral(" positional: the mean of the block's diagonal; positional + content is the whole.");
    if (const QStringList content = contentWords(state); !content.isEmpty())
        table.note += QStringLiteral(" Content: ") + content.front() + QStringLiteral(".");
    return table;
}

} // namespace rope

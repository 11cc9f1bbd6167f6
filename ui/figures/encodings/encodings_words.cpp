#include "ui/figures/encodings/encodings_words.h"

#include "core/state/content_choice.h"
#include "ui/figures/kit/lab_parts.h"
#include "ui/paint/ticks.h"

#include <algorithm>

namespace rope {

namespace {

QString counted(std::int64_t number)
{
    return groupedNumber(static_cast<double>(number));
}

QString verdict(const EncodingScores& scores)
{
    const PositionDependence& law = scores.dependence;
    const double rounding = 1e-9 * std::max(1.0, scores.cells.cwiseAbs().maxCoeff());
    if (scores.places.size() < 2)
        return QStringLiteral("One place has no other to compare with.");
    return law.bothMove > rounding   ? QStringLiteral("It depends on the places themselves.")
           : law.keyMoves > rounding ? QStringLiteral("It depends on n − m alone.")
                                     : QStringLiteral("It does not depend on places at all.");
}

QString measuredText(const EncodingScores& scores)
{
    const QString where = static_cast<std::int64_t>(scores.places.size()) == scores.known
                              ? QString()
                              : QStringLiteral(" (at %1 of the places)").arg(scores.places.size());
    return QStringLiteral("Toeplitz to within %1%2.").arg(readableNumber(scores.dependence.toeplitz, 2), where);
}

QString endText(const EncodingScores& scores)
{
    if (scores.known == scores.length)
        return {};
    return QStringLiteral(" No scores from place %1 on: the learned table has no entry.").arg(counted(scores.known));
}

} // namespace

std::int64_t pixelSide(const EncodingImage& image)
{
    std::int64_t side = 1;
    for (std::size_t i = 0; i + 1 < image.edges.size(); ++i)
        side = std::max(side, image.edges[i + 1] - image.edges[i]);
    return side;
}

QString tableName(const EncodingTable& table)
{
    const std::int64_t block = table.largestBlock();
    const QString name = table.end > 0 ? QStringLiteral("Learned table") : QStringLiteral("Sinusoidal vectors");
    const QString rows = block <= 1      ? QString()
                         : table.end > 0 ? QStringLiteral(", one row in %1").arg(counted(block))
                                         : QStringLiteral(", means");
    return QStringLiteral("%1 of %2 channels%3 (scores: %4)").arg(name).arg(tableChannels).arg(rows).arg(labDim);
}

QStringList encodingCaptions(const ExplorerState& state, const EncodingScores& scores, std::int64_t side)
{
    const PositionDependence& law = scores.dependence;
    const QString moves =
        QStringLiteral("The score changes by %1 when m alone moves, by %2 when n does, by %3 when both do.")
            .arg(readableNumber(law.queryMoves, 2), readableNumber(law.keyMoves, 2), readableNumber(law.bothMove, 2));
    const QString says = verdict(scores);
    const QString measured = measuredText(scores);
    const QString pixel =
        side <= 1 ? QString()
                  : QStringLiteral(" A pixel is the exact mean of %1 × %1 cells or one fewer.").arg(counted(side));
    const QString what = showsFile(state) ? QStringLiteral("The file's first query and key at every place")
                                          : QStringLiteral("One word at every place");
    return {QStringLiteral("%1, %2. %3 %4 %5%6%7")
                .arg(what, encodingText(state), moves, says, measured, pixel, endText(scores)),
            QStringLiteral("%1 %2 %3%4").arg(moves, says, measured, endText(scores)),
            QStringLiteral("%1 %2%3").arg(says, measured, endText(scores)), says + u' ' + measured, says};
}

} // namespace rope

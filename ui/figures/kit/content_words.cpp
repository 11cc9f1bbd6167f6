#include "ui/figures/kit/content_words.h"

#include "core/state/content_choice.h"
#include "ui/paint/ticks.h"

namespace rope {

namespace {

QString layoutName(PairLayout layout)
{
    return layout == PairLayout::HalfSplit ? QStringLiteral("half-split") : QStringLiteral("interleaved");
}

QString placeWords(const ExplorerState& state, const Capture& capture)
{
    const SequenceSettings& sequence = state.sequence;
    const std::string kind = headKind(capture, sequence.fileLayer, sequence.fileHead);
    const QString place = QStringLiteral("layer %1, head %2").arg(sequence.fileLayer).arg(sequence.fileHead);
    return kind.empty() ? place : place + QStringLiteral(" (%1)").arg(QString::fromStdString(kind));
}

/// What a reader of the scores must know about a capture beside its name.
QString captureRemark(const ExplorerState& state, const Capture& capture)
{
    const RotarySettings& rotary = activeRotary(state);
    if (rotary.base != capture.base || rotary.pairing != capture.layout)
        return QStringLiteral("; it was trained with base %1, %2")
            .arg(readableNumber(capture.base), layoutName(capture.layout));
    if (contentLength(state) > capture.trainedContext)
        return QStringLiteral("; from %1 on beyond its training")
            .arg(groupedNumber(static_cast<double>(capture.trainedContext)));
    return {};
}

QString arrayNames(const ContentFile& content)
{
    const QString queries = QString::fromStdString(content.queryName);
    if (content.sharedArray)
        return QStringLiteral("%1 as queries and keys (no keys beside it)").arg(queries);
    return QStringLiteral("%1 with %2").arg(queries, QString::fromStdString(content.keyName));
}

QStringList captureWords(const ExplorerState& state, const Capture& capture)
{
    const QString title = QString::fromStdString(capture.title);
    const QString name = title.section(u':', 0, 0);
    const QString place = placeWords(state, capture);
    return {title + QStringLiteral(", ") + place + captureRemark(state, capture),
            name + QStringLiteral(", ") + place + captureRemark(state, capture), name + QStringLiteral(", ") + place,
            QStringLiteral("%1 %2.%3").arg(name).arg(state.sequence.fileLayer).arg(state.sequence.fileHead)};
}

} // namespace

QStringList contentWords(const ShownState& state)
{
    if (!showsFile(state) || !state.content)
        return {};
    const ContentFile& file = *state.content;
    QStringList words;
    if (file.builtIn) {
        words = captureWords(state, file.capture);
    } else {
        const QString place = placeWords(state, file.capture);
        const QString name = QString::fromStdString(file.queryName);
        const QString remark = file.sharedArray ? QStringLiteral(" as q and k") : QString();
        words = {arrayNames(file) + QStringLiteral(", ") + place, name + remark + QStringLiteral(", ") + place,
                 name + remark, name};
    }
    if (state.sequence.fileRotation == FileRotation::After)
        words.prepend(words.front() + QStringLiteral("; rotated in the file, so not here"));
    return words;
}

QString contentTrouble(const ShownState& state)
{
    return QString::fromStdString(state.contentProblem);
}

QString tokenWords(const ShownState& state, std::int64_t position)
{
    if (!showsFile(state) || !state.content || position < 0)
        return {};
    const std::vector<std::string>& tokens = state.content->capture.tokens;
    if (static_cast<std::size_t>(position) >= tokens.size())
        return {};
    QString token = QString::fromStdString(tokens[static_cast<std::size_t>(position)]);
    token.replace(u'\n', u'\u21B5');
    return QStringLiteral(" ‘%1’").arg(token);
}

QString headWords(const std::string& kind, int layer, int head)
{
    const QString name = QStringLiteral("%1.%2").arg(layer).arg(head);
    return kind.empty() ? name : name + QStringLiteral(" (%1)").arg(QString::fromStdString(kind));
}

} // namespace rope

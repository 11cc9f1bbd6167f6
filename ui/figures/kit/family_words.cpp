#include "ui/figures/kit/family_words.h"

#include "ui/paint/ticks.h"

namespace rope {

QString schemeName(const Scheme& scheme)
{
    return QString::fromStdString(shortTitle(scheme));
}

QString growthWords(const SchemeFamily& family)
{
    const Scheme* scheme = growsFromTrained(family);
    if (scheme == nullptr)
        return {};
    return QStringLiteral(" %1 grows from these %2 tokens on, not from the model's maximum of %3.")
        .arg(schemeName(*scheme), groupedNumber(family.trained), groupedNumber(family.maximum));
}

} // namespace rope

#include "ui/widgets/plain_tool_tip.h"

#include <QTextDocument>

namespace rope {

QString plainToolTip(const QString& text)
{
    return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text) : text;
}

} // namespace rope

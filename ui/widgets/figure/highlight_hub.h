#pragma once

#include "ui/figures/kit/figure.h"

#include <QObject>

namespace rope {

/// What the pointer is on, shared by every figure.
class HighlightHub : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const Highlight& highlight() const { return highlight_; }
    void setHighlight(const Highlight& highlight)
    {
        if (highlight == highlight_)
            return;
        highlight_ = highlight;
        Q_EMIT changed(highlight_);
    }

Q_SIGNALS:
    void changed(const rope::Highlight& highlight);

private:
    Highlight highlight_;
};

} // namespace rope

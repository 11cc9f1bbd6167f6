#include "ui/widgets/rows/wrap_layout.h"

#include <algorithm>

namespace rope {

namespace {

constexpr int gap = 6;

} // namespace

WrapLayout::WrapLayout()
{
    setContentsMargins(0, 0, 0, 0);
}

WrapLayout::~WrapLayout()
{
    for (QLayoutItem* item : items_)
        delete item;
}

void WrapLayout::addItem(QLayoutItem* item)
{
    items_.push_back(item);
}

QLayoutItem* WrapLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* WrapLayout::takeAt(int index)
{
    QLayoutItem* item = itemAt(index);
    if (item != nullptr)
        items_.erase(items_.begin() + index);
    return item;
}

template <class Place> int WrapLayout::arrange(const QRect& area, const Place& place) const
{
    struct Placed {
        QLayoutItem* item;
        QRect rectangle;
    };
    std::vector<Placed> row;
    int top = area.top();
    int left = area.left();
    int height = 0;
    const auto finishRow = [&] {
        for (const Placed& each : row)
            place(each.item, each.rectangle.translated(0, (height - each.rectangle.height()) / 2));
        row.clear();
    };
    for (QLayoutItem* item : items_) {
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint().boundedTo(item->maximumSize()).boundedTo({area.width(), QLAYOUTSIZE_MAX});
        if (!row.empty() && left + size.width() > area.left() + area.width()) {
            finishRow();
            top += height + gap;
            left = area.left();
            height = 0;
        }
        row.push_back({item, QRect(QPoint(left, top), size)});
        left += size.width() + gap;
        height = std::max(height, size.height());
    }
    finishRow();
    return top + height - area.top();
}

int WrapLayout::heightForWidth(int width) const
{
    return arrange(QRect(0, 0, width, 0), [](QLayoutItem*, const QRect&) {});
}

QSize WrapLayout::sizeHint() const
{
    int width = 0;
    for (const QLayoutItem* item : items_)
        if (!item->isEmpty())
            width += (width > 0 ? gap : 0) + item->sizeHint().width();
    return {width, heightForWidth(width)};
}

QSize WrapLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : items_)
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    return size;
}

void WrapLayout::setGeometry(const QRect& area)
{
    QLayout::setGeometry(area);
    arrange(area, [](QLayoutItem* item, const QRect& rectangle) { item->setGeometry(rectangle); });
}

} // namespace rope

#pragma once

#include <QLayout>
#include <vector>

namespace rope {

/// Widgets side by side at their own size, going on in a new row where the width ends. Needs no more width than its
/// widest member.
class WrapLayout : public QLayout {
public:
    WrapLayout();
    ~WrapLayout() override;

    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(items_.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect& area) override;

private:
    /// Where each shown item goes within `area`; calls place(item, rectangle) and returns the height that it takes.
    template <class Place> int arrange(const QRect& area, const Place& place) const;

    std::vector<QLayoutItem*> items_;
};

} // namespace rope

#include "ui/widgets/rows/control_box.h"

#include "ui/widgets/rows/key_row.h"

#include <QKeyEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>
#include <utility>

namespace rope {

namespace {

std::vector<StateKey> keysNow(const ExplorerState& state, const std::vector<std::string>& ids)
{
    std::vector<StateKey> keys;
    for (const std::string& id : ids)
        if (const KeyHandle key = findKey(state, id))
            keys.push_back(*key);
    return keys;
}

} // namespace

ControlBox::ControlBox(ExplorerStore& store, std::vector<std::string> keys, ExplorerState baseline, QWidget* parent)
    : QFrame(parent)
    , store_(store)
    , ids_(std::move(keys))
    , baseline_(std::move(baseline))
    , column_(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("controlBox"));
    setAccessibleName(tr("Controls"));
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(6);
    follow();
}

void ControlBox::follow()
{
    const std::vector<StateKey> keys = keysNow(store_.state(), ids_);
    const bool same = std::equal(keys.begin(), keys.end(), rows_.begin(), rows_.end(),
                                 [](const StateKey& key, const KeyRow* row) { return sameRow(key, row->key()); });
    if (!same)
        rebuild(keys);
    updateResets();
    for (KeyRow* row : rows_)
        row->showState(store_.state());
}

/// Rows that stay keep the focus.
void ControlBox::rebuild(const std::vector<StateKey>& keys)
{
    std::vector<KeyRow*> spare = std::exchange(rows_, {});
    for (const StateKey& key : keys) {
        const auto kept = std::ranges::find_if(spare, [&](const KeyRow* row) { return sameRow(key, row->key()); });
        KeyRow* row = kept == spare.end() ? makeKeyRow(store_, key, this) : *kept;
        if (kept == spare.end())
            watchPageKeys(row);
        std::erase(spare, row);
        column_->insertWidget(static_cast<int>(rows_.size()), row);
        rows_.push_back(row);
    }
    for (KeyRow* unused : spare) {
        unused->hide();
        unused->deleteLater();
    }
}

void ControlBox::watchPageKeys(KeyRow* row)
{
    for (QWidget* each : row->findChildren<QWidget*>())
        each->installEventFilter(this);
}

bool ControlBox::eventFilter(QObject* watched, QEvent* event)
{
    const int key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent*>(event)->key() : 0;
    if (key != Qt::Key_PageDown && key != Qt::Key_PageUp)
        return QFrame::eventFilter(watched, event);
    Q_EMIT pageTurned(key == Qt::Key_PageDown ? 1 : -1);
    return true;
}

void ControlBox::updateResets()
{
    for (KeyRow* row : rows_) {
        const bool known = findKey(baseline_, row->key().id) != nullptr;
        row->setResetValue(known ? std::optional<Value>(row->key().get(baseline_)) : std::nullopt);
    }
}

} // namespace rope

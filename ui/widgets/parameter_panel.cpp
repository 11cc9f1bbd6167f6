#include "ui/widgets/parameter_panel.h"

#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace rope {

namespace {

/// The arrangement of figures has its own controls in the window; where content comes from a file matters only then.
bool belongsToPanel(const StateKey& key, const ExplorerState& state)
{
    if (key.id == "sequence.content_file" || key.id.starts_with("sequence.file_"))
        return state.sequence.content == ContentKind::File;
    return key.id != "view.workspace" && key.id != "view.figures";
}

std::vector<StateKey> panelKeys(const ExplorerState& state)
{
    std::vector<StateKey> keys = keysOf(state);
    std::erase_if(keys, [&](const StateKey& key) { return !belongsToPanel(key, state); });
    return keys;
}

/// The baseline with the scheme now in use, so that its parameters have values to go back to.
ExplorerState baselineFor(const ExplorerState& baseline, const ExplorerState& state)
{
    if (activeRotary(baseline).scheme == activeRotary(state).scheme)
        return baseline;
    return withChange(baseline, SetValue{"model.scheme", activeRotary(state).scheme}).value_or(baseline);
}

constexpr std::string_view initiallyClosed[] = {"Highlighted pair", "Position axes", "Encoding", "View"};

} // namespace

ParameterPanel::ParameterPanel(ExplorerStore& store, QWidget* parent)
    : QScrollArea(parent)
    , store_(store)
    , baseline_(store.state())
{
    setObjectName(QStringLiteral("parameterPanel"));
    setAccessibleName(tr("Parameters"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(this);
    content->setObjectName(QStringLiteral("cardContent"));
    column_ = new QVBoxLayout(content);
    column_->setContentsMargins(14, 10, 8, 10);
    column_->setSpacing(4);
    column_->addStretch(1);
    setWidget(content);
    rebuild(panelKeys(store.state()));
    updateResets();
    connect(&store, &ExplorerStore::stateChanged, this, &ParameterPanel::follow);
}

void ParameterPanel::setBaseline(const ExplorerState& baseline)
{
    baseline_ = baseline;
    updateResets();
}

void ParameterPanel::setOrigins(std::map<QString, QString> origins)
{
    if (origins == origins_)
        return;
    origins_ = std::move(origins);
    updateOrigins();
}

void ParameterPanel::updateOrigins()
{
    for (KeyRow* each : rows_) {
        const auto found = origins_.find(each->objectName());
        each->setOrigin(found == origins_.end() ? QString() : found->second);
    }
}

KeyRow* ParameterPanel::row(const QString& id) const
{
    const auto found = std::ranges::find_if(rows_, [&](const KeyRow* each) { return each->objectName() == id; });
    return found == rows_.end() ? nullptr : *found;
}

void ParameterPanel::follow()
{
    const std::vector<StateKey> keys = panelKeys(store_.state());
    if (keysChanged(keys)) {
        rebuild(keys);
        updateOrigins();
    }
    updateResets();
    for (KeyRow* each : rows_)
        each->showState(store_.state());
}

bool ParameterPanel::keysChanged(const std::vector<StateKey>& keys) const
{
    return !std::equal(keys.begin(), keys.end(), rows_.begin(), rows_.end(),
                       [](const StateKey& key, const KeyRow* each) { return sameRow(key, each->key()); });
}

void ParameterPanel::rebuild(const std::vector<StateKey>& keys)
{
    std::vector<KeyRow*> spare = std::exchange(rows_, {});
    std::map<std::string, int> places;
    for (const StateKey& key : keys) {
        KeyRow* each = rowFor(key, spare);
        groupFor(key.group).rows->insertWidget(places[key.group]++, each);
        rows_.push_back(each);
    }
    for (KeyRow* unused : spare) {
        unused->hide();
        unused->deleteLater();
    }
}

KeyRow* ParameterPanel::rowFor(const StateKey& key, std::vector<KeyRow*>& spare)
{
    const auto same = std::ranges::find_if(spare, [&](const KeyRow* each) { return sameRow(key, each->key()); });
    if (same == spare.end())
        return makeKeyRow(store_, key, groupFor(key.group).body);
    KeyRow* kept = *same;
    spare.erase(same);
    return kept;
}

ParameterPanel::Group& ParameterPanel::groupFor(const std::string& title)
{
    const auto found = groups_.find(title);
    if (found != groups_.end())
        return found->second;
    Group& group = groups_.emplace(title, makeGroup(QString::fromStdString(title))).first->second;
    const bool closed = std::ranges::find(initiallyClosed, title) != std::end(initiallyClosed);
    setGroupOpen(QString::fromStdString(title), !closed);
    return group;
}

ParameterPanel::Group ParameterPanel::makeGroup(const QString& title)
{
    auto* heading = new QToolButton(widget());
    heading->setObjectName(QStringLiteral("groupHeading"));
    heading->setText(title);
    heading->setAccessibleName(tr("%1, group of parameters").arg(title));
    heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    heading->setCheckable(true);
    heading->setAutoRaise(true);
    heading->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto* body = new QWidget(widget());
    auto* rows = new QVBoxLayout(body);
    rows->setContentsMargins(0, 0, 2, 10);
    rows->setSpacing(5);
    connect(heading, &QToolButton::toggled, body, [heading, body](bool open) {
        body->setVisible(open);
        heading->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    });
    column_->insertWidget(column_->count() - 1, heading);
    column_->insertWidget(column_->count() - 1, body);
    heading->setChecked(true);
    return {heading, body, rows};
}

void ParameterPanel::setGroupOpen(const QString& group, bool open)
{
    const auto found = groups_.find(group.toStdString());
    if (found != groups_.end())
        found->second.heading->setChecked(open);
}

QStringList ParameterPanel::closedGroups() const
{
    QStringList closed;
    for (const auto& [title, group] : groups_)
        if (!group.heading->isChecked())
            closed << QString::fromStdString(title);
    return closed;
}

void ParameterPanel::updateResets()
{
    const ExplorerState baseline = baselineFor(baseline_, store_.state());
    ExplorerState baselineHere = baseline; // views of the highlighted pair go back to that pair's own content
    baselineHere.highlightedPair = store_.state().highlightedPair;
    for (KeyRow* each : rows_) {
        const bool known = findKey(baseline, each->key().id) != nullptr;
        const ExplorerState& source = each->key().stored ? baseline : baselineHere;
        each->setResetValue(known ? std::optional<Value>(each->key().get(source)) : std::nullopt);
    }
}

} // namespace rope

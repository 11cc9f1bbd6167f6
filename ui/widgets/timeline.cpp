#include "ui/widgets/timeline.h"

#include "ui/paint/number_text.h"
#include "ui/widgets/rows/calm_combo_box.h"

#include <QHBoxLayout>
#include <algorithm>
#include <cmath>

namespace rope {

namespace {

constexpr int frameInterval = 16;      ///< ms
constexpr double stepsPerSecond = 8.0; ///< of whole-number parameters at speed 1
constexpr double sweepSeconds = 12.0;  ///< for the whole range of other parameters at speed 1
constexpr double longestFrame = 0.25;  ///< s: a frame held up longer does not make the play jump

bool isNumeric(const StateKey& key)
{
    return key.kind == ValueKind::Integer || key.kind == ValueKind::Real;
}

} // namespace

Timeline::Timeline(ExplorerStore& store, QWidget* parent)
    : QFrame(parent)
    , store_(store)
{
    setObjectName(QStringLiteral("card"));
    build();
    timer_.setInterval(frameInterval);
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, &Timeline::tick);
    connect(&store, &ExplorerStore::stateChanged, this, &Timeline::follow);
    follow();
}

void Timeline::build()
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 6, 12, 6);
    row->setSpacing(4);
    QToolButton* back = addButton(IconName::StepBack, tr("Step back"));
    play_ = addButton(IconName::Play, tr("Play"));
    QToolButton* forward = addButton(IconName::StepForward, tr("Step forward"));
    connect(back, &QToolButton::clicked, this, [this] { step(-1); });
    connect(play_, &QToolButton::clicked, this, [this] { setPlaying(!isPlaying()); });
    connect(forward, &QToolButton::clicked, this, [this] { step(1); });
    parameters_ = new CalmComboBox(this);
    parameters_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    parameters_->setMinimumContentsLength(16);
    parameters_->setToolTip(tr("The parameter that runs"));
    parameters_->setAccessibleName(tr("Animated parameter"));
    connect(parameters_, &QComboBox::activated, this,
            [this](int index) { setParameter(parameters_->itemData(index).toString()); });
    value_ = new QLabel(this);
    value_->setObjectName(QStringLiteral("value"));
    value_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    value_->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("10 000 000 ")));
    slider_ = new ValueSlider(this);
    connect(slider_, &ValueSlider::moved, this, [this](double value, bool beginsGesture) {
        setPlaying(false);
        if (beginsGesture)
            slideGesture_ = store_.newGesture();
        proposeValue(value, slideGesture_);
    });
    speeds_ = new CalmComboBox(this);
    for (const double speed : {0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 10.0, 100.0, 1000.0})
        speeds_->addItem(QStringLiteral("%1×").arg(speed), speed);
    speeds_->setCurrentIndex(speeds_->findData(1.0));
    speeds_->setToolTip(tr("Speed: 1× takes 8 whole steps a second, or 12 seconds through a range"));
    speeds_->setAccessibleName(tr("Speed"));
    loop_ = new QCheckBox(tr("Loop"), this);
    loop_->setToolTip(tr("Start over at the end"));
    loop_->setChecked(true);
    for (QToolButton* button : {back, play_, forward})
        row->addWidget(button);
    row->addSpacing(6);
    row->addWidget(parameters_);
    row->addWidget(value_);
    row->addSpacing(8);
    row->addWidget(slider_, 1);
    row->addSpacing(8);
    row->addWidget(speeds_);
    row->addSpacing(6);
    row->addWidget(loop_);
}

QToolButton* Timeline::addButton(IconName icon, const QString& name)
{
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("flat"));
    button->setIcon(lineIcon(icon));
    button->setIconSize({18, 18});
    button->setToolTip(name);
    button->setAccessibleName(name);
    return button;
}

/// A parameter that its scheme took away gives way to the query position.
KeyHandle Timeline::key() const
{
    return findKey(store_.state(), key_.toStdString());
}

void Timeline::fillParameters()
{
    std::vector<StateKey> keys = keysOf(store_.state());
    std::erase_if(keys, [](const StateKey& each) { return !isNumeric(each); });
    const bool same = parameters_->count() == static_cast<int>(keys.size()) &&
                      std::ranges::all_of(keys, [this, index = 0](const StateKey& each) mutable {
                          return parameters_->itemData(index++).toString() == QString::fromStdString(each.id);
                      });
    if (same)
        return;
    parameters_->clear();
    for (const StateKey& each : keys)
        parameters_->addItem(QString::fromStdString(each.title), QString::fromStdString(each.id));
}

void Timeline::follow()
{
    fillParameters();
    if (!key()) {
        setPlaying(false);
        key_ = QStringLiteral("positions.query");
    }
    parameters_->setCurrentIndex(parameters_->findData(key_));
    const StateKey shown = *key();
    const double value = std::get<double>(shown.get(store_.state()));
    slider_->setScale(scale());
    slider_->setAccessibleName(tr("Timeline of %1").arg(QString::fromStdString(shown.title)));
    slider_->showValue(value, numberText(value) + u' ' + QString::fromStdString(shown.unit));
    value_->setText(numberText(value, 9));
    value_->setToolTip(QString::fromStdString(shown.unit));
}

void Timeline::setParameter(const QString& key)
{
    const KeyHandle found = findKey(store_.state(), key.toStdString());
    if (!found || !isNumeric(*found))
        return;
    setPlaying(false);
    key_ = key;
    follow();
}

SliderScale Timeline::scale() const
{
    const StateKey shown = *key();
    const KeyRange range = sliderRange(store_.state(), shown);
    return {range.minimum, range.maximum, shown.logarithmic, shown.kind == ValueKind::Integer};
}

void Timeline::setPlaying(bool playing)
{
    if (playing == isPlaying())
        return;
    playGesture_ = store_.newGesture();
    exact_.reset();
    if (playing) {
        clock_.start();
        timer_.start();
    } else {
        timer_.stop();
    }
    const QString name = playing ? tr("Pause") : tr("Play");
    play_->setIcon(lineIcon(playing ? IconName::Pause : IconName::Play));
    play_->setToolTip(name);
    play_->setAccessibleName(name);
    Q_EMIT playingChanged(playing);
}

void Timeline::setSpeed(double speed)
{
    const int index = speeds_->findData(speed);
    if (index >= 0)
        speeds_->setCurrentIndex(index);
}

void Timeline::step(int steps)
{
    setPlaying(false);
    const double value = std::get<double>(key()->get(store_.state()));
    proposeValue(stepped(scale(), value, steps), store_.newGesture());
}

void Timeline::tick()
{
    const double seconds = std::min(static_cast<double>(clock_.nsecsElapsed()) * 1e-9, longestFrame);
    clock_.restart();
    advance(seconds);
}

/// Travel per second, in shares of the range.
double Timeline::perSecond(const SliderScale& range) const
{
    const bool counts = range.integer && !range.logarithmic;
    return speed() * (counts ? stepsPerSecond / std::max(1.0, range.maximum - range.minimum) : 1.0 / sweepSeconds);
}

void Timeline::advance(double seconds)
{
    const SliderScale range = scale();
    if (!exact_ || slider_->value() != played_) // at the start, or when another hand has moved it
        exact_ = fractionOf(range, slider_->value());
    double next = *exact_ + seconds * perSecond(range);
    const bool ended = next >= 1.0 && !loop_->isChecked();
    if (next >= 1.0)
        next = ended ? 1.0 : std::fmod(next, 1.0);
    exact_ = next;
    const bool accepted = proposeValue(valueAt(range, next), playGesture_);
    played_ = slider_->value();
    if (ended || !accepted)
        setPlaying(false);
}

/// An integer parameter that wants even numbers takes the next one.
bool Timeline::proposeValue(double value, int gesture)
{
    const StateKey shown = *key();
    const QString label = tr("Timeline: %1").arg(QString::fromStdString(shown.title));
    std::optional<Error> error = store_.propose(SetValue{shown.id, value}, label, gesture);
    if (error && shown.kind == ValueKind::Integer)
        error = store_.propose(SetValue{shown.id, value + 1.0}, label, gesture);
    if (error)
        Q_EMIT refused(QString::fromStdString(error->message));
    return !error;
}

} // namespace rope

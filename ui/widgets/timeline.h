#pragma once

#include "ui/store/explorer_store.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/rows/value_slider.h"

#include <QCheckBox>
#include <QComboBox>
#include <QElapsedTimer>
#include <QFrame>
#include <QLabel>
#include <QTimer>
#include <QToolButton>

namespace rope {

/// Lets any numeric parameter run: play, pause, steps, speed, loop. One play is one undo step.
class Timeline : public QFrame {
    Q_OBJECT
public:
    explicit Timeline(ExplorerStore& store, QWidget* parent = nullptr);

    void setParameter(const QString& key);
    const QString& parameter() const { return key_; }

    bool isPlaying() const { return timer_.isActive(); }
    void setPlaying(bool playing);
    void step(int steps);

    void setSpeed(double speed);
    double speed() const { return speeds_->currentData().toDouble(); }
    void setLooping(bool looping) { loop_->setChecked(looping); }

    /// Moves on by this much time, as the timer does while playing.
    void advance(double seconds);

Q_SIGNALS:
    void playingChanged(bool playing);
    void refused(const QString& message);

private:
    void build();
    QToolButton* addButton(IconName icon, const QString& name);
    void fillParameters();
    void follow();
    KeyHandle key() const;
    SliderScale scale() const;
    double perSecond(const SliderScale& scale) const;
    bool proposeValue(double value, int gesture);
    void tick();

    ExplorerStore& store_;
    QString key_ = QStringLiteral("positions.query");
    QTimer timer_;
    QElapsedTimer clock_;
    std::optional<double> exact_; ///< where the play stands, between whole values; empty: at the value on show
    double played_ = 0.0;         ///< the value that the play showed last
    int playGesture_ = 0;
    int slideGesture_ = 0;

    QToolButton* play_ = nullptr;
    QComboBox* parameters_ = nullptr;
    QLabel* value_ = nullptr;
    ValueSlider* slider_ = nullptr;
    QComboBox* speeds_ = nullptr;
    QCheckBox* loop_ = nullptr;
};

} // namespace rope

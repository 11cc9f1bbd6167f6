#pragma once

#include "ui/figures/kit/figure.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <atomic>
#include <memory>

namespace rope {

/// Runs Figure::prepare off the GUI thread. The newest request wins: an older one still running is given
/// `patience` to finish (so that a drag keeps showing fresh pictures) and is cancelled then.
class Preparation : public QObject {
    Q_OBJECT
public:
    explicit Preparation(QObject* parent = nullptr);
    ~Preparation() override;

    static constexpr int patience = 200; ///< ms that running work gets once newer work waits

    /// Asks for the work that this figure needs for this state; `have` is the last result at hand, or nullptr.
    void request(const Figure& figure, const ShownState& state, std::shared_ptr<const Prepared> have);
    /// Drops running and waiting work.
    void cancel();
    bool isRunning() const { return running_ != nullptr; }

Q_SIGNALS:
    /// The work for `state` is done.
    void finished(std::shared_ptr<const rope::ShownState> state, std::shared_ptr<const rope::Prepared> prepared);
    void progressed(double share); ///< in [0, 1]

private:
    struct Job {
        const Figure* figure;
        std::shared_ptr<const ShownState> state;
        std::shared_ptr<const Prepared> have;
        std::atomic<bool> cancel{false};
    };

    void start(std::shared_ptr<Job> job);
    void run(const std::shared_ptr<Job>& job);
    void finish(const std::shared_ptr<Job>& job, std::shared_ptr<const Prepared> prepared);

    QThreadPool pool_;
    QTimer patience_;
    std::shared_ptr<Job> running_;
    std::shared_ptr<Job> waiting_;
};

} // namespace rope

#include "ui/widgets/figure/preparation.h"

#include <utility>

namespace rope {

Preparation::Preparation(QObject* parent)
    : QObject(parent)
{
    pool_.setMaxThreadCount(1);
    patience_.setSingleShot(true);
    patience_.setInterval(patience);
    connect(&patience_, &QTimer::timeout, this, [this] {
        if (running_ && waiting_)
            running_->cancel = true;
    });
}

Preparation::~Preparation()
{
    cancel();
    pool_.waitForDone();
}

void Preparation::request(const Figure& figure, const ShownState& state, std::shared_ptr<const Prepared> have)
{
    auto job = std::make_shared<Job>();
    job->figure = &figure;
    job->state = std::make_shared<const ShownState>(state);
    job->have = std::move(have);
    if (!running_) {
        start(std::move(job));
        return;
    }
    waiting_ = std::move(job);
    if (!patience_.isActive())
        patience_.start();
}

void Preparation::cancel()
{
    waiting_.reset();
    patience_.stop();
    if (running_)
        running_->cancel = true;
}

void Preparation::start(std::shared_ptr<Job> job)
{
    running_ = std::move(job);
    pool_.start([this, job = running_] { run(job); });
}

/// On the pool's thread. The destructor waits for it, so `this` lives; results travel as queued calls.
void Preparation::run(const std::shared_ptr<Job>& job)
{
    const auto progress = [this, &job](double share) {
        QMetaObject::invokeMethod(
            this,
            [this, job, share] {
                if (job == running_ && !job->cancel)
                    Q_EMIT progressed(share);
            },
            Qt::QueuedConnection);
    };
    std::shared_ptr<const Prepared> prepared =
        job->figure->prepare(*job->state, {&job->cancel, progress}, job->have.get());
    QMetaObject::invokeMethod(
        this, [this, job, prepared = std::move(prepared)] { finish(job, prepared); }, Qt::QueuedConnection);
}

void Preparation::finish(const std::shared_ptr<Job>& job, std::shared_ptr<const Prepared> prepared)
{
    patience_.stop();
    running_.reset();
    std::shared_ptr<Job> next = std::exchange(waiting_, nullptr);
    if (next)
        start(std::move(next));
    if (!job->cancel && prepared)
        Q_EMIT finished(job->state, prepared);
}

} // namespace rope

#pragma once

#include <atomic>
#include <functional>

namespace rope {

/// How a long computation is watched: it polls `cancel` and stops when it is set, and reports progress in [0, 1].
/// Both may be absent.
struct WorkControl {
    const std::atomic<bool>* cancel = nullptr;
    std::function<void(double)> progress;

    bool cancelled() const { return cancel != nullptr && cancel->load(std::memory_order_relaxed); }
    void report(double fraction) const
    {
        if (progress)
            progress(fraction);
    }
};

} // namespace rope

#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>
#include <vector>

namespace rope {

/// Loss of one scheme on held-out text, by place in the text; nats per token.
struct LossCurve {
    std::string scheme;                ///< `yarn`; `window128` is the control that attends to the last 128 keys alone
    double factor = 1.0;               ///< s
    std::vector<double> loss;          ///< mean per bucket
    std::vector<double> standardError; ///< over 64 blocks of text
    std::vector<double> change;        ///< the same tokens minus the model at its trained length
    std::vector<double> changeError;   ///< standard error of the change, paired, so much smaller
};

/// What was measured at one text length. Bucket b holds places edges[b] ... edges[b + 1] - 1.
struct MeasuredLoss {
    std::int64_t length = 0; ///< tokens of the text
    std::vector<std::int64_t> edges;
    std::vector<LossCurve> curves;
};

/// One sentence on what these numbers are and one on what they are not; to stand wherever they are shown.
std::string measuredLossCaption();

/// The measurement of tinylm at 128, 256, 512 or 1024 tokens (trained at 128). Refuses other lengths.
Result<MeasuredLoss> measuredLoss(std::int64_t length);

/// The curve of one scheme, or nothing.
std::optional<LossCurve> curveOf(const MeasuredLoss& measured, std::string_view scheme);

} // namespace rope

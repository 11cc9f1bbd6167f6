#pragma once

#include "core/model/comparison_report.h"

#include <string>
#include <string_view>

namespace rope {

/// Whether this ending of a file means a report: `md`, `html` or `pdf`.
bool isReportSuffix(std::string_view suffix);

/// The bytes of a report on one page: Markdown, HTML complete in itself, or PDF with `state` inside, which opens again
/// as the comparison. Requires isReportSuffix and a QApplication.
Result<std::string> compareReport(std::string_view suffix, const std::vector<PartComparison>& comparisons,
                                  const std::string& state);

} // namespace rope

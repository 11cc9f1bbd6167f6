#pragma once

#include "core/model/comparison.h"

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace rope {

struct ReportHeading {
    int level; ///< 1: the title
    std::string text;
};
struct ReportParagraph {
    std::string text;
};
/// Every row has as many cells as there are headings.
struct ReportTable {
    std::vector<std::string> headings;
    std::vector<std::vector<std::string>> rows;
};
/// The cosine between the rotations of one part, against position.
struct ReportPicture {
    std::size_t part;    ///< which comparison
    std::string caption; ///< what it shows, in words
};
using ReportBlock = std::variant<ReportHeading, ReportParagraph, ReportTable, ReportPicture>;

/// What a colleague wants to know of a comparison: title, verdict, the values that differ with their origins, partners,
/// the pairs that part first and a picture. Texts are plain, not escaped. Requires at least one comparison.
std::vector<ReportBlock> reportOf(const std::vector<PartComparison>& comparisons);

/// The caption alone says what a picture shows. Nothing from a file is markup.
std::string markdownOf(const std::vector<ReportBlock>& report);

/// One page complete in itself, light and dark. `pictureOf` gives a picture as an element, `<svg ...>...</svg>`.
/// Nothing from a file is markup.
std::string htmlOf(const std::vector<ReportBlock>& report,
                   const std::function<std::string(const ReportPicture&)>& pictureOf);

/// The body of that page alone, without pictures, for a reader that knows simple HTML.
std::string htmlBodyOf(const std::vector<ReportBlock>& report);

/// The values that differ, one a line: name, then text, kind and origin in each model, between tabs; no field holds a
/// tab or a line break.
std::string differencesAsTsv(const std::vector<PartComparison>& comparisons);

/// One value of one model with its origin: `8, scaling.factor (file)`.
std::string cellText(const ComparedCell& cell);

/// `all layers`, `layers full_attention`, or what is compared with what.
std::string partsText(const PartComparison& comparison);

/// `&`, `<`, `>` and quotes as characters of HTML, in a text or an attribute.
std::string htmlEscaped(std::string_view text);

} // namespace rope

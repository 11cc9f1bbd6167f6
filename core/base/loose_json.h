#pragma once

#include "core/base/json_text.h"

#include <string>
#include <vector>

namespace rope {

/// A JSON value as people and Python write it, and what was not JSON about the text, one sentence each.
struct LooseJson {
    nlohmann::json value;
    std::vector<std::string> remarks;
};

/// As parseJson, and reads a byte order mark, comments (`//`, `/* */`), commas before a closing bracket, and the
/// numbers NaN, Infinity and -Infinity, which become those words as text. Errors give line and column, both from 1.
Result<LooseJson> parseLooseJson(std::string_view text, const JsonLimits& limits = {});

/// What a text or file that is no JSON is, from its first bytes (`a Git LFS pointer: the file itself was not fetched`);
/// empty where it is nothing known.
std::string whatItIs(std::string_view text);

} // namespace rope

#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace rope {

/// Text without blanks at both ends.
std::string_view trimmed(std::string_view text);

/// The next line of `rest` without its end; `rest` goes on after it. A final carriage return is dropped.
std::string_view takeLine(std::string_view& rest);

/// `key: value` split at the first colon, both trimmed; the key is empty where there is no colon.
std::pair<std::string_view, std::string_view> splitField(std::string_view line);

/// Copies `text`, with the inside of every `{{...}}` replaced by what `replace` returns for it.
std::string replaceBraces(std::string_view text, const std::function<std::string(std::string_view)>& replace);

} // namespace rope

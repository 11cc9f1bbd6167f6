#pragma once

#include <string>
#include <string_view>

namespace rope {

/// Whether every byte belongs to a character of UTF-8.
bool isUtf8(std::string_view text);

/// A text from a stranger as one line that is safe to print: control characters become spaces, bytes that are no
/// UTF-8 become question marks.
std::string plainText(std::string_view text);

/// The same in about a thousand bytes at most: what is longer loses its middle, so that a message which quotes a
/// stranger at length keeps its beginning and its end.
std::string messageLine(std::string_view text);

/// A name or text from a file as one line of at most about 80 characters, likewise.
std::string printable(std::string_view text);

/// The beginning of a text: at most `bytes` bytes, no character cut in two.
std::string_view beginningOf(std::string_view text, std::size_t bytes);

/// The end of a text, likewise.
std::string_view endOf(std::string_view text, std::size_t bytes);

} // namespace rope

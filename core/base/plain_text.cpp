#include "core/base/plain_text.h"

namespace rope {

namespace {

constexpr std::size_t longestMessage = 1000; ///< bytes

bool continuesCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Bytes that the character at the front of `text` should have by its first byte; 0 for a byte that begins none.
std::size_t announcedLength(unsigned char first)
{
    if (first < 0x80U)
        return 1;
    if (first < 0xC2U || first > 0xF4U)
        return 0;
    return first < 0xE0U ? 2 : first < 0xF0U ? 3 : 4;
}

/// Bytes of the UTF-8 character at the front of `text`, or 0 when there is none: too short, too long a form, a
/// surrogate, or beyond U+10FFFF.
std::size_t characterLength(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = announcedLength(first);
    if (length > text.size())
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if (!continuesCharacter(text[i]))
            return 0;
    const unsigned char second = length > 1 ? static_cast<unsigned char>(text[1]) : 0;
    const bool wrong = (first == 0xE0U && second < 0xA0U) || (first == 0xEDU && second >= 0xA0U) ||
                       (first == 0xF0U && second < 0x90U) || (first == 0xF4U && second >= 0x90U);
    return wrong ? 0 : length;
}

/// U+0000 to U+001F and U+007F to U+009F.
bool isControl(std::string_view character)
{
    const auto first = static_cast<unsigned char>(character.front());
    return first < 0x20U || first == 0x7FU || (first == 0xC2U && static_cast<unsigned char>(character[1]) < 0xA0U);
}

} // namespace

bool isUtf8(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        if (length == 0)
            return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string plainText(std::string_view text)
{
    std::string line;
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        const std::string_view character = text.substr(0, length);
        if (length == 0)
            line += '?';
        else if (isControl(character))
            line += ' ';
        else
            line += character;
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return line;
}

std::string messageLine(std::string_view text)
{
    const std::string line = plainText(text);
    if (line.size() <= longestMessage)
        return line;
    return std::string(beginningOf(line, longestMessage / 2)) + " ... " + std::string(endOf(line, longestMessage / 2));
}

std::string printable(std::string_view text)
{
    constexpr std::size_t shownCharacters = 80;
    const std::string line = plainText(beginningOf(text, shownCharacters));
    return text.size() > shownCharacters ? line + "..." : line;
}

std::string_view beginningOf(std::string_view text, std::size_t bytes)
{
    if (bytes >= text.size())
        return text;
    while (bytes > 0 && continuesCharacter(text[bytes]))
        --bytes;
    return text.substr(0, bytes);
}

std::string_view endOf(std::string_view text, std::size_t bytes)
{
    std::size_t first = bytes >= text.size() ? 0 : text.size() - bytes;
    while (first > 0 && first < text.size() && continuesCharacter(text[first]))
        ++first;
    return text.substr(first);
}

} // namespace rope

#include "core/base/npy_header.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace rope {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t maximumHeader = maximumNpyHeaderEnd - 12;
constexpr std::size_t maximumAxes = 8;

struct ReadableType {
    std::string_view name;
    int itemSize; ///< bytes
};
constexpr ReadableType readableTypes[] = {{"f2", 2}, {"f4", 4}, {"f8", 8}, {"c8", 8}, {"c16", 16}, {"i1", 1},
                                          {"i2", 2}, {"i4", 4}, {"i8", 8}, {"u1", 1}, {"b1", 1}};

/// Reads the literal of a Python dict, as far as NumPy writes one.
class HeaderParser {
public:
    HeaderParser(std::string_view text, std::size_t firstByte, const std::string& name)
        : text_(text)
        , firstByte_(firstByte)
        , name_(name)
    {}

    Result<NpyHeader> parse()
    {
        if (!take('{'))
            return wrong("a dictionary that begins with '{'");
        while (!take('}'))
            if (const std::optional<Error> error = parseEntry())
                return tl::unexpected(*error);
        skipSpace();
        if (at_ != text_.size())
            return wrong("nothing but spaces after the dictionary");
        if (!hasType_ || !hasOrder_ || !hasShape_)
            return wrong("the keys 'descr', 'fortran_order' and 'shape'");
        return header_;
    }

private:
    tl::unexpected<Error> wrong(const std::string& expected) const
    {
        return refuse(name_, "byte " + std::to_string(firstByte_ + at_) + " of the .npy header: expected " + expected);
    }

    void skipSpace()
    {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n'))
            ++at_;
    }

    bool take(char c)
    {
        skipSpace();
        if (at_ >= text_.size() || text_[at_] != c)
            return false;
        ++at_;
        return true;
    }

    bool takeWord(std::string_view word)
    {
        skipSpace();
        if (text_.substr(at_, word.size()) != word)
            return false;
        at_ += word.size();
        return true;
    }

    std::optional<std::string_view> takeString()
    {
        const char quote = take('\'') ? '\'' : (take('"') ? '"' : '\0');
        if (quote == '\0')
            return std::nullopt;
        const std::size_t end = text_.find(quote, at_);
        if (end == std::string_view::npos)
            return std::nullopt;
        const std::string_view word = text_.substr(at_, end - at_);
        at_ = end + 1;
        return word;
    }

    std::optional<Error> parseEntry()
    {
        const std::optional<std::string_view> key = takeString();
        if (!key || !take(':'))
            return wrong("a quoted key and ':'").value();
        std::optional<Error> error;
        if (*key == "descr")
            error = parseType();
        else if (*key == "fortran_order")
            error = parseOrder();
        else if (*key == "shape")
            error = parseShape();
        else
            error = wrong("the keys 'descr', 'fortran_order' and 'shape' alone").value();
        if (error)
            return error;
        if (!take(',') && (skipSpace(), at_ >= text_.size() || text_[at_] != '}'))
            return wrong("',' or '}'").value();
        return std::nullopt;
    }

    std::optional<Error> parseType()
    {
        const std::optional<std::string_view> type = takeString();
        hasType_ = true;
        constexpr std::string_view orders = "<>|=";
        if (type && type->size() >= 3 && orders.find(type->front()) != std::string_view::npos) {
            const std::string_view name = type->substr(1);
            const auto known = std::ranges::find(readableTypes, name, &ReadableType::name);
            if (known != std::end(readableTypes)) {
                header_.bigEndian = type->front() == '>';
                header_.kind = name.front();
                header_.itemSize = known->itemSize;
                return std::nullopt;
            }
        }
        return refuse(name_,
                      "its values are " +
                          (type ? "of type '" + std::string(type->substr(0, 20)) + "'"
                                : std::string("records or objects")) +
                          "; readable are float16 to float64, complex64, complex128, int8 to int64, uint8 and bool")
            .value();
    }

    std::optional<Error> parseOrder()
    {
        hasOrder_ = true;
        header_.fortranOrder = takeWord("True");
        if (header_.fortranOrder || takeWord("False"))
            return std::nullopt;
        return wrong("True or False").value();
    }

    std::optional<Error> parseShape()
    {
        hasShape_ = true;
        header_.shape.clear();
        if (!take('('))
            return wrong("a tuple of axis lengths").value();
        while (!take(')')) {
            skipSpace();
            std::int64_t length = 0;
            const auto [end, code] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), length);
            if (code != std::errc() || length < 0)
                return wrong("an axis length from 0 to 2^63 - 1").value();
            at_ = static_cast<std::size_t>(end - text_.data());
            header_.shape.push_back(length);
            if (header_.shape.size() > maximumAxes)
                return refuse(name_, "it has more than eight axes").value();
            if (!take(',') && (skipSpace(), at_ >= text_.size() || text_[at_] != ')'))
                return wrong("',' or ')'").value();
        }
        return std::nullopt;
    }

    std::string_view text_;
    std::size_t firstByte_;
    const std::string& name_;
    std::size_t at_ = 0;
    NpyHeader header_;
    bool hasType_ = false;
    bool hasOrder_ = false;
    bool hasShape_ = false;
};

std::size_t littleEndian(std::string_view bytes)
{
    std::size_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

/// Product of the shape, unless it or the bytes it stands for overflow.
std::optional<std::int64_t> countOf(const NpyHeader& header)
{
    if (std::find(header.shape.begin(), header.shape.end(), 0) != header.shape.end())
        return 0;
    std::int64_t count = 1;
    const std::int64_t limit = std::numeric_limits<std::int64_t>::max() / header.itemSize;
    for (const std::int64_t length : header.shape) {
        if (length > limit / count)
            return std::nullopt;
        count *= length;
    }
    return count;
}

} // namespace

Result<NpyHeader> parseNpyHeader(std::string_view bytes, std::uint64_t fileSize, const std::string& name)
{
    if (bytes.substr(0, magic.size()) != magic)
        return refuse(name, "it is not a .npy file: it does not begin with \\x93NUMPY");
    const int version = bytes.size() > 6 ? static_cast<unsigned char>(bytes[6]) : 0;
    if (version < 1 || version > 3)
        return refuse(name, "byte 6: .npy version " + std::to_string(version) + "; readable are 1, 2 and 3");
    const std::size_t start = version == 1 ? 10 : 12;
    if (bytes.size() < start)
        return refuse(name, "it ends inside its header");
    const std::size_t length = littleEndian(bytes.substr(8, start - 8));
    if (length > maximumHeader || length > bytes.size() - start)
        return refuse(name, "byte 8: the header is said to have " + std::to_string(length) +
                                " bytes, more than the file holds or 65536");
    Result<NpyHeader> header = HeaderParser(bytes.substr(start, length), start, name).parse();
    if (!header)
        return header;
    const std::optional<std::int64_t> count = countOf(*header);
    const std::uint64_t held = fileSize - start - length;
    if (!count || static_cast<std::uint64_t>(*count) * static_cast<std::uint64_t>(header->itemSize) != held)
        return refuse(name, "its shape asks for " +
                                (count ? std::to_string(*count * header->itemSize) : std::string("more than 2^63")) +
                                " bytes of values, the file holds " + std::to_string(held));
    header->dataStart = start + length;
    header->count = *count;
    return header;
}

} // namespace rope

#include "core/model/gguf/gguf_header.h"

#include "core/base/plain_text.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

namespace rope {
namespace {

constexpr std::uint64_t maximumKeys = 1U << 16U;
constexpr std::uint64_t maximumTensors = 1U << 20U;
constexpr std::uint64_t maximumNameBytes = 1024;
constexpr std::uint64_t maximumTextBytes = 1U << 20U;
constexpr std::uint64_t keptEntries = 4096;
constexpr std::uint32_t maximumDimensions = 8;
constexpr int maximumNesting = 4;
constexpr std::string_view cutOff = "the header is cut off here";

enum class Type : std::uint32_t { U8, I8, U16, I16, U32, I32, F32, Bool, Text, Array, U64, I64, F64 };

std::size_t sizeOf(Type type)
{
    switch (type) {
    case Type::U8:
    case Type::I8:
    case Type::Bool:
        return 1;
    case Type::U16:
    case Type::I16:
        return 2;
    case Type::U32:
    case Type::I32:
    case Type::F32:
        return 4;
    case Type::U64:
    case Type::I64:
    case Type::F64:
        return 8;
    case Type::Text:
    case Type::Array:
        return 0;
    }
    return 0;
}

/// Reads onwards through bytes; after the first failure it stays failed and yields zeros.
class Cursor {
public:
    explicit Cursor(std::string_view bytes)
        : bytes_(bytes)
    {}

    template <class Number> Number read()
    {
        char raw[sizeof(Number)] = {};
        if (const std::string_view piece = take(sizeof(Number)); !piece.empty())
            std::memcpy(raw, piece.data(), sizeof(Number));
        if (bigEndian_ != (std::endian::native == std::endian::big))
            std::reverse(raw, raw + sizeof(Number));
        return std::bit_cast<Number>(raw);
    }

    std::string text(std::uint64_t maximumBytes)
    {
        const auto length = read<std::uint64_t>();
        if (length > maximumBytes && !error_)
            fail("claims a text of " + std::to_string(length) + " bytes; at most " + std::to_string(maximumBytes) +
                 " make sense");
        return std::string(take(length));
    }

    void skip(std::uint64_t count, std::uint64_t size)
    {
        if (size != 0 && count > bytes_.size() / size)
            return fail(std::string(cutOff));
        take(count * size);
    }

    void fail(std::string message)
    {
        if (!error_)
            error_ = Error{"byte " + std::to_string(position_), std::move(message), Error::Kind::Input};
    }

    void useBigEndian() { bigEndian_ = true; }
    bool failed() const { return error_.has_value(); }
    const Error& error() const { return *error_; }
    std::uint64_t position() const { return position_; }

private:
    std::string_view take(std::uint64_t count)
    {
        if (error_)
            return {};
        if (count > bytes_.size() - position_) {
            fail(std::string(cutOff));
            return {};
        }
        const std::string_view piece = bytes_.substr(position_, count);
        position_ += count;
        return piece;
    }

    std::string_view bytes_;
    std::size_t position_ = 0;
    bool bigEndian_ = false;
    std::optional<Error> error_;
};

Type readType(Cursor& cursor)
{
    const auto number = cursor.read<std::uint32_t>();
    if (number > static_cast<std::uint32_t>(Type::F64))
        cursor.fail("has a value of unknown type " + std::to_string(number));
    return cursor.failed() ? Type::U8 : static_cast<Type>(number);
}

double readNumber(Cursor& cursor, Type type)
{
    switch (type) {
    case Type::U8:
    case Type::Bool:
        return cursor.read<std::uint8_t>();
    case Type::I8:
        return cursor.read<std::int8_t>();
    case Type::U16:
        return cursor.read<std::uint16_t>();
    case Type::I16:
        return cursor.read<std::int16_t>();
    case Type::U32:
        return cursor.read<std::uint32_t>();
    case Type::I32:
        return cursor.read<std::int32_t>();
    case Type::F32:
        return static_cast<double>(cursor.read<float>());
    case Type::U64:
        return static_cast<double>(cursor.read<std::uint64_t>());
    case Type::I64:
        return static_cast<double>(cursor.read<std::int64_t>());
    case Type::F64:
        return cursor.read<double>();
    case Type::Text:
    case Type::Array:
        break;
    }
    return 0.0;
}

void skipText(Cursor& cursor)
{
    cursor.skip(cursor.read<std::uint64_t>(), 1);
}

/// A list, kept when it is short and of numbers, else passed over.
std::vector<double> readList(Cursor& cursor, int nesting)
{
    const Type type = readType(cursor);
    const auto count = cursor.read<std::uint64_t>();
    std::vector<double> list;
    if (type == Type::Array && nesting >= maximumNesting) {
        cursor.fail("nests lists more than " + std::to_string(maximumNesting) + " deep");
    } else if (type == Type::Array || type == Type::Text) {
        for (std::uint64_t i = 0; i < count && !cursor.failed(); ++i)
            type == Type::Text ? skipText(cursor) : static_cast<void>(readList(cursor, nesting + 1));
    } else if (count > keptEntries) {
        cursor.skip(count, sizeOf(type));
    } else {
        for (std::uint64_t i = 0; i < count && !cursor.failed(); ++i)
            list.push_back(readNumber(cursor, type));
    }
    return list;
}

GgufValue readValue(Cursor& cursor, const std::string& key)
{
    const Type type = readType(cursor);
    if (type == Type::Array)
        return readList(cursor, 1);
    if (type != Type::Text)
        return readNumber(cursor, type);
    if (key.starts_with("general.") || key.find(".rope.") != std::string::npos)
        return cursor.text(maximumTextBytes);
    skipText(cursor);
    return std::string();
}

void readMagic(Cursor& cursor, GgufHeader& header)
{
    cursor.skip(4, 1);
    auto version = cursor.read<std::uint32_t>();
    if ((version & 0xFFFFU) == 0 && version != 0) {
        cursor.useBigEndian();
        header.bigEndian = true;
        version = (version >> 24U) | ((version >> 8U) & 0xFF00U);
    }
    if (version != 2 && version != 3)
        cursor.fail("GGUF version " + std::to_string(version) + " is not known; 2 and 3 are");
    header.version = static_cast<int>(version);
}

GgufTensor readTensor(Cursor& cursor)
{
    GgufTensor tensor{.name = cursor.text(maximumNameBytes)};
    const auto dimensions = cursor.read<std::uint32_t>();
    if (dimensions > maximumDimensions)
        cursor.fail("a tensor claims " + std::to_string(dimensions) + " dimensions");
    for (std::uint32_t i = 0; i < dimensions && !cursor.failed(); ++i)
        tensor.shape.push_back(cursor.read<std::uint64_t>());
    tensor.type = cursor.read<std::uint32_t>();
    tensor.offset = cursor.read<std::uint64_t>();
    return tensor;
}

void readTensors(Cursor& cursor, std::uint64_t count, GgufHeader& header)
{
    for (std::uint64_t i = 0; i < count && !cursor.failed(); ++i) {
        GgufTensor tensor = readTensor(cursor);
        if (tensor.name.starts_with("rope_"))
            header.ropeTensors.push_back(std::move(tensor));
        else if (tensor.name.ends_with("attn_q.weight") || tensor.name.ends_with("attn_k.weight"))
            header.projections.push_back(std::move(tensor));
    }
}

std::uint64_t dataOffsetOf(const GgufHeader& header, std::uint64_t end)
{
    const auto found = header.values.find("general.alignment");
    const double* stated = found == header.values.end() ? nullptr : std::get_if<double>(&found->second);
    const bool usable = stated != nullptr && *stated >= 1.0 && *stated <= 1048576.0;
    const std::uint64_t alignment = usable ? static_cast<std::uint64_t>(*stated) : 32;
    return (end + alignment - 1) / alignment * alignment;
}

} // namespace

bool looksLikeGguf(std::string_view bytes)
{
    return bytes.starts_with("GGUF");
}

bool isCutOff(const Error& error)
{
    return error.message.starts_with(cutOff);
}

Result<GgufHeader> parseGgufHeader(std::string_view bytes)
{
    if (!looksLikeGguf(bytes))
        return refuse("byte 0", "is no GGUF file; it must begin with GGUF");
    Cursor cursor(bytes.substr(0, maximumGgufHeaderBytes));
    GgufHeader header;
    readMagic(cursor, header);
    const auto tensors = cursor.read<std::uint64_t>();
    const auto keys = cursor.read<std::uint64_t>();
    if (keys > maximumKeys || tensors > maximumTensors)
        cursor.fail("the header claims " + std::to_string(keys) + " keys and " + std::to_string(tensors) +
                    " tensors; that is more than any model has");
    for (std::uint64_t i = 0; i < keys && !cursor.failed(); ++i) {
        std::string key = cursor.text(maximumNameBytes);
        GgufValue value = readValue(cursor, key);
        header.values.insert_or_assign(std::move(key), std::move(value));
    }
    readTensors(cursor, tensors, header);
    if (cursor.failed())
        return tl::unexpected(cursor.error());
    header.dataOffset = dataOffsetOf(header, cursor.position());
    return header;
}

Result<ByteRange> floatRange(const GgufHeader& header, const GgufTensor& tensor, std::uint64_t fileSize)
{
    if (tensor.type != 0 || tensor.shape.size() != 1 || tensor.shape.front() > keptEntries)
        return refuse(printable(tensor.name), "is no short list of float32");
    const ByteRange range{header.dataOffset + tensor.offset, tensor.shape.front() * sizeof(float)};
    if (tensor.offset > fileSize || range.first > fileSize || range.size > fileSize - range.first)
        return refuse(printable(tensor.name), "lies beyond the end of the file");
    return range;
}

std::vector<double> decodeFloats(std::string_view bytes, bool bigEndian)
{
    std::vector<double> values;
    for (std::size_t at = 0; at + sizeof(float) <= bytes.size(); at += sizeof(float)) {
        char raw[sizeof(float)];
        std::memcpy(raw, bytes.data() + at, sizeof(float));
        if (bigEndian != (std::endian::native == std::endian::big))
            std::reverse(raw, raw + sizeof(float));
        values.push_back(static_cast<double>(std::bit_cast<float>(raw)));
    }
    return values;
}

} // namespace rope

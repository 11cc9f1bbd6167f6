#include "core/lab/embedded_npy.h"

#include "core/lab/embedded_data.h"

#include <charconv>
#include <cstring>
#include <functional>
#include <numeric>

namespace rope {
namespace {

constexpr std::size_t prefixBytes = 10; ///< magic, version, header length

/// The whole numbers between the brackets of `(4, 256, 4, 64)`.
std::vector<int> shapeOf(std::string_view header)
{
    std::vector<int> shape;
    const char* at = header.data() + header.find('(') + 1;
    const char* const end = header.data() + header.find(')');
    while (at < end) {
        int extent = 0;
        const auto [next, failure] = std::from_chars(at, end, extent);
        if (failure == std::errc{})
            shape.push_back(extent);
        at = failure == std::errc{} ? next : at + 1;
    }
    return shape;
}

} // namespace

Result<EmbeddedArray> readEmbeddedNpy(std::string_view fileName)
{
    const std::string_view bytes = embeddedData(fileName);
    if (bytes.size() < prefixBytes || !bytes.starts_with("\x93NUMPY\x01"))
        return refuse(std::string(fileName), "is not an embedded .npy file");
    const auto headerBytes = static_cast<std::size_t>(static_cast<unsigned char>(bytes[8])) +
                             static_cast<std::size_t>(static_cast<unsigned char>(bytes[9])) * 256U;
    const std::string_view header = bytes.substr(prefixBytes, headerBytes);
    const std::string_view body = bytes.substr(std::min(bytes.size(), prefixBytes + headerBytes));
    if (header.find("'<f4'") == std::string_view::npos || header.find("False") == std::string_view::npos)
        return refuse(std::string(fileName), "must hold float32 in C order");
    EmbeddedArray array{shapeOf(header), std::vector<float>(body.size() / sizeof(float))};
    const int count = std::accumulate(array.shape.begin(), array.shape.end(), 1, std::multiplies<>());
    if (static_cast<std::size_t>(count) * sizeof(float) != body.size())
        return refuse(std::string(fileName), "has another size than its header says");
    std::memcpy(array.values.data(), body.data(), body.size());
    return array;
}

} // namespace rope

#include "core/captures/tensors/npy_tensor.h"

#include "core/base/npy_header.h"

namespace rope {

namespace {

NumberType typeOf(const NpyHeader& header)
{
    switch (header.kind) {
    case 'c':
        return header.itemSize == 8 ? NumberType::Complex64 : NumberType::Complex128;
    case 'b':
        return NumberType::Bool;
    case 'u':
        return NumberType::UInt8;
    case 'i':
        return header.itemSize == 8   ? NumberType::Int64
               : header.itemSize == 4 ? NumberType::Int32
               : header.itemSize == 2 ? NumberType::Int16
                                      : NumberType::Int8;
    default:
        return header.itemSize == 8   ? NumberType::Float64
               : header.itemSize == 4 ? NumberType::Float32
                                      : NumberType::Float16;
    }
}

} // namespace

Result<Tensor> npyTensor(std::shared_ptr<ByteSource> source, const std::string& name)
{
    const Result<std::string> start = bytesOf(*source, 0, maximumNpyHeaderEnd);
    if (!start)
        return tl::unexpected(start.error());
    const Result<NpyHeader> header = parseNpyHeader(*start, source->size(), name);
    if (!header)
        return tl::unexpected(header.error());
    Tensor tensor{name,
                  typeOf(*header),
                  header->bigEndian,
                  header->shape,
                  header->fortranOrder ? fortranStrides(header->shape) : cStrides(header->shape),
                  std::move(source),
                  header->dataStart};
    if (const Result<void> within = requireWithin(tensor); !within)
        return tl::unexpected(within.error());
    return tensor;
}

} // namespace rope

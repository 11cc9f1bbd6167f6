#include "core/captures/tensors/tensor_files.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>

/// Any bytes are read as arrays within their file, or refused in one line: .npy, .npz, .safetensors and .pt, told by
/// their first bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const std::string path = "/dev/shm/rope-fuzz-" + std::to_string(getpid());
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr)
        std::abort();
    std::fwrite(data, 1, size, file);
    std::fclose(file);
    const auto tensors = rope::openTensors(path);
    if (!tensors) {
        if (tensors.error().message.empty() || rope::describe(tensors.error()).find('\n') != std::string::npos)
            std::abort();
        return 0;
    }
    for (const rope::Tensor& tensor : *tensors) {
        const auto values = rope::readTensor(tensor, rope::wholeOf(tensor), std::uint64_t{1} << 22U);
        if (!values && values.error().message.empty())
            std::abort();
    }
    return 0;
}

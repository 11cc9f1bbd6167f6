// Queries and keys of every layer before and after rotation, from llama.cpp.
//   c++ -std=c++17 capture.cpp -I llama.cpp/include -I llama.cpp/ggml/include -L llama.cpp/build/bin -lllama -lggml-base -o capture
//   mkdir before after && ./capture model.gguf "some text of a few dozen words"
//   rope-explorer check --before before --after after --axes thd --expect model.gguf
// This program was not run where RoPE Explorer is tested: Debian 12 has no package of llama.cpp. It looks at the
// operations that turn (GGML_OP_ROPE) as they are computed; what goes in is the "before", what comes out the "after".
#include "ggml-backend.h"
#include "ggml.h"
#include "llama.h"

#include <cstdio>
#include <string>
#include <vector>

static void save(const ggml_tensor* tensor, const std::string& path)
{
    if (tensor->type != GGML_TYPE_F32)
        return;
    const long long channels = tensor->ne[0], heads = tensor->ne[1], tokens = tensor->ne[2];
    std::vector<char> bytes(ggml_nbytes(tensor));
    ggml_backend_tensor_get(tensor, bytes.data(), 0, bytes.size());
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(tokens) + ", " +
                         std::to_string(heads) + ", " + std::to_string(channels) + "), }";
    header += std::string(64 - (10 + header.size() + 1) % 64, ' ') + "\n";
    FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr)
        return;
    const unsigned char start[] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)(header.size() & 255),
                                   (unsigned char)(header.size() >> 8)};
    std::fwrite(start, 1, sizeof start, file);
    std::fwrite(header.data(), 1, header.size(), file);
    for (long long token = 0; token < tokens; ++token)
        for (long long head = 0; head < heads; ++head)
            std::fwrite(bytes.data() + token * tensor->nb[2] + head * tensor->nb[1], sizeof(float), channels, file);
    std::fclose(file);
}

// Asked before an operation whether its result is wanted, and again when it is there. Both sides of a rotation are
// wanted: a result that is reused in place would be gone.
static bool look(ggml_tensor* tensor, bool ask, void*)
{
    const std::string name = tensor->name;
    const bool part = name.rfind("Qcur", 0) == 0 || name.rfind("Kcur", 0) == 0;
    if (ask)
        return part;
    if (part)
        save(tensor, (tensor->op == GGML_OP_ROPE ? "after/" : "before/") + name + ".npy");
    return true;
}

int main(int argc, char** argv)
{
    if (argc != 3)
        return 2;
    llama_backend_init();
    llama_model* model = llama_model_load_from_file(argv[1], llama_model_default_params());
    if (model == nullptr)
        return 2;
    const std::string text = argv[2];
    std::vector<llama_token> tokens(text.size() + 8);
    const int count = llama_tokenize(llama_model_get_vocab(model), text.c_str(), (int)text.size(), tokens.data(),
                                     (int)tokens.size(), true, true);
    llama_context_params params = llama_context_default_params();
    params.n_ctx = params.n_batch = params.n_ubatch = (unsigned)count;
    params.cb_eval = look;
    llama_context* context = llama_init_from_model(model, params);
    return context != nullptr && llama_decode(context, llama_batch_get_one(tokens.data(), count)) == 0 ? 0 : 2;
}

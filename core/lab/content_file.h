#pragma once

#include "core/result.h"
#include "core/rotation.h"

#include <string>

namespace rope {

/// Queries and keys of one head before rotation, row = position. Shapes (places, headDim), both alike.
struct ContentFile {
    RowMatrixF queries;
    RowMatrixF keys;
    bool keysAreQueries = false; ///< no keys lay beside the queries: their rows serve as both
};

/// The file in which the keys that belong to a file of queries are looked for, beside it: `x_q.npy` -> `x_k.npy`,
/// `queries.npy` -> `keys.npy`, `query` -> `key`; empty where the name fits none of these.
std::string keyFileOf(const std::string& queryFile);

/// Content from a .npy file, or from a capture that comes with the program when `file` is its id. An array is
/// (place, channel), or (layer, place, head, channel) of which one layer and head are taken; keys may have fewer heads,
/// each shared by as many query heads. Refuses other shapes, a layer or head that is not there, and keys that do not
/// fit the queries.
Result<ContentFile> readContentFile(const std::string& file, int layer, int head);

} // namespace rope

#pragma once

#include "core/base/result.h"
#include "core/rotation/rotation.h"

#include <string>
#include <vector>

namespace rope {

/// What one head was found to do.
struct HeadKind {
    int layer;
    int head;
    std::string kind; ///< `previous token`
};

/// Queries and keys of a trained model before rotation, as captured from a forward pass over a text.
struct Capture {
    std::string id; ///< `tinylm_natural`
    std::string title;
    std::string note; ///< what it is, and what it is not
    std::string licence;
    PairLayout layout = PairLayout::HalfSplit;
    double base = 10000.0;
    std::int64_t trainedContext = 0; ///< tokens; places from here on are beyond training
    int layers = 0;
    int places = 0; ///< tokens of the text
    int queryHeads = 0;
    int keyHeads = 0; ///< divides queryHeads: several query heads share a key head
    int headDim = 0;
    std::vector<std::string> tokens; ///< one per place
    std::vector<HeadKind> heads;     ///< as far as known
    std::vector<float> queries;      ///< layer, place, head, channel; the last varies fastest
    std::vector<float> keys;
};

/// Ids of the captures that come with the program.
std::vector<std::string> captureIds();

/// What a menu needs of a capture, without its arrays.
struct CaptureName {
    std::string id;
    std::string title;
    std::string note;
};
std::vector<CaptureName> captureNames();

/// One of them, read from the data compiled into the program. Refuses unknown ids.
Result<Capture> loadCapture(std::string_view id);

/// Queries of one head, shape (places, headDim). Requires layer < layers and head < queryHeads.
RowMatrix capturedQueries(const Capture& capture, int layer, int head);

/// Keys that the query head looks at (its share of the key heads), shape (places, headDim).
RowMatrix capturedKeys(const Capture& capture, int layer, int queryHead);

/// What was found about a head, or an empty text.
std::string headKind(const Capture& capture, int layer, int head);

/// Mean of |x_j|^2 over the rows, per pair; rotation does not change it. Shape: pairs.
Eigen::VectorXd pairEnergy(const RowMatrix& rows, PairLayout layout);

} // namespace rope

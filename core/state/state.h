#pragma once

#include "core/rotation/number_format.h"
#include "core/rotation/rotation.h"
#include "core/scores/attention.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rope {

inline constexpr std::int64_t maximumLength = 10'000'000; ///< tokens: the longest sequence and the last position
inline constexpr int maximumHeadDim = 1024;

/// How positions with several axes (time, height, width) are dealt to the pairs.
enum class AxisRule {
    None,        ///< one position per token
    Chunked,     ///< M-RoPE: consecutive sections of pairs per axis (Qwen2-VL)
    Interleaved, ///< M-RoPE: axes alternate pair by pair (Qwen3-VL)
    Axial2D,     ///< grid: the first half of the pairs height, the other width, each half with a ladder of its own
    HeightWidthThenTime, ///< M-RoPE: height and width alternate, time follows; sections h, w, t (Ernie 4.5 VL)
    Axial2DWidthFirst,   ///< grid as Axial2D with width in the first half (SAM 2, Llama 4's vision)
    Axial2DOneLadder,    ///< grid: one ladder for both, even steps height, odd ones width (Pixtral)
    OwnLadders,          ///< consecutive sections of pairs per axis, each with a ladder of its own (Flux, Wan)
};

/// The rotary embedding of one kind of layer: all that decides theta_j and how channels pair.
struct RotarySettings {
    std::string layerType{}; ///< `full_attention`; empty when all layers are alike
    bool rotates = true;     ///< false: a layer without positions (NoPE)
    int headDim = 128;
    int rotaryDim = 128;
    double base = 10000.0;
    PairLayout pairing = PairLayout::HalfSplit;
    bool rotatesTail = false;   ///< the rotary channels are the last ones of the head, not the first
    bool negativeAngle = false; ///< turns by -m theta (the score is that of offset m - n)
    std::string scheme = "default";
    std::map<std::string, double> parameters{}; ///< of the scheme, by Parameter id; all of them present
    double originalContext = 4096;              ///< L in tokens
    double maximumContext = 4096;               ///< max_position_embeddings in tokens
    std::vector<double> shortFactors{};         ///< longrope: one per pair
    std::vector<double> longFactors{};          ///< longrope: one per pair
    AxisRule axisRule = AxisRule::None;
    std::vector<int> axisSections{}; ///< pairs per axis in the model's order: t, h, w mostly

    bool operator==(const RotarySettings&) const = default;
};

/// A model: one or several kinds of layers, one of them on show. Edits go to the active layer.
struct ModelSettings {
    std::string name = "RoPE, d 128, base 10 000";
    std::string source{}; ///< preset id or file; empty for a free model
    std::vector<RotarySettings> layers = {RotarySettings{}};
    int activeLayer = 0;

    bool operator==(const ModelSettings&) const = default;
};

enum class AbsoluteEncoding { None, Sinusoidal, Learned };
enum class RelativeEncoding { None, Rotary, Alibi, T5 };

/// What position scheme acts: one absolute (added to x) and one relative (in the score) may be combined.
struct EncodingSettings {
    AbsoluteEncoding absolute = AbsoluteEncoding::None;
    RelativeEncoding relative = RelativeEncoding::Rotary;
    std::int64_t tableLength = 512; ///< entries of the learned table, tokens

    bool operator==(const EncodingSettings&) const = default;
};

struct PositionSettings {
    std::int64_t query = 12; ///< m
    std::int64_t key = 5;    ///< n
    bool keepOffset = false; ///< moving one moves the other

    bool operator==(const PositionSettings&) const = default;
};

/// Content of one pair of the query and of the key, before rotation: length and angle (radians).
struct PairContent {
    double queryLength = 1.0;
    double queryAngle = 0.3490658503988659; // 20 degrees
    double keyLength = 1.0;
    double keyAngle = 0.3490658503988659;

    bool operator==(const PairContent&) const = default;
};

enum class ContentKind {
    Identical, ///< the same q and the same k at every position
    Tokens,    ///< content follows the tokens of a sentence, repeated to the length
    Random,    ///< seeded Gaussian content, independent per position
    File,      ///< queries and keys from a file
};
/// Whether the queries and keys of a file are given before their rotation or after it.
enum class FileRotation { Before, After };
enum class Quantity {
    Product,   ///< (R_m q) . (R_n k)
    Score,     ///< the product divided by sqrt(d)
    Attention, ///< softmax of the scores over the visible keys
};

/// What is known of the content file since it was opened. It belongs to `contentFile` and goes with it; a session does
/// not hold it, for the file tells it again.
struct ContentFacts {
    std::int64_t places = 0; ///< positions that the file has; 0: it has not been opened
    int layers = 0;
    int queryHeads = 0;
    int headDim = 0;
    double largestProduct = 0.0; ///< longest usual query times longest usual key, over all heads

    bool isKnown() const { return places > 0; }
    bool operator==(const ContentFacts&) const = default;
};

struct SequenceSettings {
    std::int64_t length = 1024; ///< T
    ContentKind content = ContentKind::Identical;
    double contentMix = 1.0; ///< 0: identical content, 1: the varied content alone
    std::int64_t seed = 1;
    std::string text = "dog bites man";
    std::vector<int> order{};  ///< of the sentence's words in the permutation: entry r is the place in the sentence of
                               ///< the word that stands at place r; empty: first and last exchanged
    std::string contentFile{}; ///< .npy with queries (and keys beside it), or `capture:tinylm_natural`
    ContentFacts contentFacts{};
    int fileLayer = 0;
    int fileHead = 0;                                 ///< of the queries; several may share a head of the keys
    FileRotation fileRotation = FileRotation::Before; ///< After: the scores are the file's own products
    Mask mask = Mask::None;
    Quantity quantity = Quantity::Score;

    bool operator==(const SequenceSettings&) const = default;
};

/// What the matrix of scores shows of it. The parts add up to the whole.
enum class ScorePart {
    Whole,
    Positional, ///< every cell has the mean of its diagonal: what the offset alone decides
    Content,    ///< what is left: how far the contents of a cell take it from that mean
};

inline constexpr int lastProofStep = 6;

/// What is shown of it: zoom, colours, arrangement.
struct ViewSettings {
    std::int64_t zoomRow = 0;       ///< first query position shown
    std::int64_t zoomColumn = 0;    ///< first key position shown
    std::int64_t zoomSpan = 0;      ///< rows and columns shown; 0: all
    std::int64_t profileSpan = 128; ///< profile shows offsets -span ... span
    bool logOffsets = false;        ///< offsets on a logarithmic axis, where a figure offers it
    int panel = 0;                  ///< of a figure with several panels: 0 as many as fit, else this one alone
    int proofStep = 0;              ///< of the proof in the rotation figure: 0 off, 1 ... lastProofStep
    ScorePart scorePart = ScorePart::Whole;
    std::string colorMap = "viridis";
    bool autoRange = true; ///< colour range follows the values
    double rangeMinimum = -1.0;
    double rangeMaximum = 1.0;
    std::string workspace = "explore";
    std::vector<std::string> figures = {"rotation", "scores", "ladder", "profile"};

    bool operator==(const ViewSettings&) const = default;
};

/// In which number format each part of a rotary table is kept (the precision lab).
struct PrecisionSettings {
    NumberFormat positions = NumberFormat::Float32;
    NumberFormat frequencies = NumberFormat::Float32;
    NumberFormat tables = NumberFormat::Float32;  ///< cos and sin
    NumberFormat vectors = NumberFormat::Float64; ///< q and k

    bool operator==(const PrecisionSettings&) const = default;
};

/// How many pairs, from the highlighted one on to slower ones, tell offsets apart, and what counts as the same phase.
struct AliasingSettings {
    int pairs = 1;
    double toleranceDegrees = 2.0;

    bool operator==(const AliasingSettings&) const = default;
};

/// All that decides what is drawn, and nothing else.
struct ExplorerState {
    ModelSettings model;
    std::optional<ModelSettings> compared; ///< a second model beside the first
    EncodingSettings encoding;
    PositionSettings positions;
    int highlightedPair = 9;
    std::vector<PairContent> pairs{}; ///< one per pair; missing ones have the default content
    SequenceSettings sequence;
    PrecisionSettings precision;
    AliasingSettings aliasing;
    ViewSettings view;

    bool operator==(const ExplorerState&) const = default;
};

/// The layer on show. Requires a validated state.
const RotarySettings& activeRotary(const ExplorerState& state);
RotarySettings& activeRotary(ExplorerState& state);

/// Number of rotating pairs of the active layer: what one theta_j each belongs to.
int pairCount(const ExplorerState& state);

/// Content of one pair: the stored one, or the default where none is stored.
PairContent pairContent(const ExplorerState& state, int pair);

} // namespace rope

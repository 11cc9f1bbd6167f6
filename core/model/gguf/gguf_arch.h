#pragma once

#include "core/rotation/rotation.h"

#include <string_view>

namespace rope {

/// How llama.cpp turns the heads of an architecture.
struct ArchitectureRotation {
    enum class Kind {
        None,                ///< no rotary embedding
        Normal,              ///< interleaved pairs (NORM)
        Neox,                ///< half-split pairs (NEOX)
        MultiAxis,           ///< half-split; consecutive sections of pairs per axis (MROPE)
        InterleavedMultiAxis ///< half-split; axes alternate pair by pair (IMROPE)
    };
    Kind kind = Kind::Neox;
    bool isKnown = false; ///< false: the name is in no list, and half-split is a guess

    bool rotates() const { return kind != Kind::None; }
    PairLayout pairing() const { return kind == Kind::Normal ? PairLayout::Interleaved : PairLayout::HalfSplit; }
};

/// The rotation of an architecture by its name in `general.architecture`, as llama_model_rope_type of llama.cpp's
/// src/llama-model.cpp lists them (as of 2026), with two additions: `gptj`, which llama.cpp does not run, and `bert`,
/// whose positions are a learned table.
ArchitectureRotation rotationOfArchitecture(std::string_view architecture);

/// Whether `rope.scaling.finetuned = false` switches the rotation of this architecture off (the Granite family).
bool finetunedIsASwitch(std::string_view architecture);

/// Every so many-th layer of this architecture has no positions; 0: none.
int noRopeIntervalOfArchitecture(std::string_view architecture);

/// Whether full-attention layers of this architecture have no positions beside sliding ones that do.
bool fullAttentionHasNoRope(std::string_view architecture);

/// Base of sliding-window layers that the loader assumes where the file is silent; 0: that of the other layers.
double slidingBaseOfArchitecture(std::string_view architecture);

} // namespace rope

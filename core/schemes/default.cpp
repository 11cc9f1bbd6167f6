#include "core/schemes/all_schemes.h"
#include "core/schemes/support.h"

namespace rope {
namespace {

constexpr std::string_view typeNames[] = {"", "none", "mrope", "gptj"};

} // namespace

const Scheme defaultScheme{
    .id = "default",
    .title = "Unscaled",
    .reference = "Su et al. 2021, RoFormer, section 3.2.2",
    .lesson = "Every pair keeps the frequency it was trained with, from one radian per token down to a turn in many "
              "thousand tokens. Within the training context nothing could be better, for each phase has been seen. "
              "Beyond it the slow pairs reach phases that training never showed, and scores there are guesses.",
    .parameters = {},
    .schedule = unscaledSchedule,
    .isPlain = true,
    .typeNames = typeNames,
};

} // namespace rope

#include "core/views/proof_scene.h"

#include "core/state/derived.h"

#include <cmath>

namespace rope {

namespace {

RotationProof proofAt(const ProofScene& scene, std::int64_t shift)
{
    const TurnedPair& pair = scene.pair;
    return rotationProof({.inverseFrequency = pair.direction * pair.inverseFrequency,
                          .queryPosition = pair.queryPosition + shift,
                          .keyPosition = pair.keyPosition + shift,
                          .query = {pair.query.first(), pair.query.second()},
                          .key = {pair.key.first(), pair.key.second()},
                          .scale = scene.scale()});
}

} // namespace

double ProofScene::scale() const
{
    return scoreFactor / std::sqrt(static_cast<double>(headDim));
}

ProofScene proofScene(const ExplorerState& state, const TurnedPair& pair)
{
    const Schedule schedule = activeSchedule(state);
    ProofScene scene{pair,
                     {},
                     {},
                     activeRotary(state).headDim,
                     schedule.attentionFactor * schedule.attentionFactor * schedule.softmaxScaleFactor};
    scene.proof = proofAt(scene, 0);
    scene.further = proofAt(scene, proofShift);
    return scene;
}

} // namespace rope

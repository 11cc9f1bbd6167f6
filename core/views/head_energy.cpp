#include "core/views/head_energy.h"

#include "core/rotation/frequency.h"

#include <cmath>
#include <numbers>

namespace rope {

namespace {

/// How the channels of a head make pairs.
struct Pairing {
    PairLayout layout;
    int rotaryDim;
    int firstChannel; ///< of the rotary channels
    double base;
    double trainedContext;
};

Pairing pairingOf(const Capture& capture)
{
    return {capture.layout, capture.headDim, 0, capture.base, static_cast<double>(capture.trainedContext)};
}

Pairing pairingOf(const RotarySettings& rotary)
{
    return {rotary.pairing, rotary.rotaryDim, rotary.rotatesTail ? rotary.headDim - rotary.rotaryDim : 0, rotary.base,
            rotary.originalContext};
}

/// Energy per pair of one row of channel energies, as a share of the whole row.
Eigen::RowVectorXd pairShare(const Eigen::RowVectorXd& channels, const Pairing& pairing)
{
    Eigen::RowVectorXd share(pairing.rotaryDim / 2);
    for (int pair = 0; pair < pairing.rotaryDim / 2; ++pair) {
        const PairChannels two = pairChannels(pairing.layout, pairing.rotaryDim, pair);
        share[pair] = channels[pairing.firstChannel + two.first] + channels[pairing.firstChannel + two.second];
    }
    const double total = channels.sum();
    return total > 0.0 ? Eigen::RowVectorXd(share / total) : Eigen::RowVectorXd(share * 0.0);
}

void fillShares(HeadEnergy& energy, const Pairing& pairing)
{
    const ContentFile& file = *energy.content;
    const int keyHeads = file.capture.keyHeads;
    const int sharing = energy.heads / keyHeads;
    energy.queryShare.resize(energy.rows(), energy.pairs);
    energy.keyShare.resize(energy.rows(), energy.pairs);
    energy.weight.resize(energy.rows(), energy.pairs);
    for (int layer = 0; layer < energy.layers; ++layer)
        for (int head = 0; head < energy.heads; ++head) {
            const int row = energy.rowOf(layer, head);
            energy.queryShare.row(row) = pairShare(file.queryEnergy.row(row), pairing);
            energy.keyShare.row(row) = pairShare(file.keyEnergy.row(layer * keyHeads + head / sharing), pairing);
            const Eigen::RowVectorXd product =
                (energy.queryShare.row(row).array() * energy.keyShare.row(row).array()).sqrt();
            const double total = product.sum();
            energy.weight.row(row) = total > 0.0 ? Eigen::RowVectorXd(product / total) : product;
        }
}

} // namespace

double HeadEnergy::trainedPair() const
{
    return pairs * std::log(trainedContext / (2.0 * std::numbers::pi)) / std::log(base);
}

Result<HeadEnergy> headEnergy(const ShownState& state)
{
    HeadEnergy energy;
    energy.example = state.sequence.content != ContentKind::File;
    auto content = energy.example ? openContent(exampleContent) : contentFileOf(state);
    if (!content)
        return tl::unexpected(content.error());
    energy.content = std::move(*content);
    const Capture& capture = energy.content->capture;
    Pairing pairing = energy.example ? pairingOf(capture) : pairingOf(activeRotary(state));
    if (!energy.example && energy.content->builtIn)
        pairing.trainedContext = static_cast<double>(capture.trainedContext);
    energy.layers = capture.layers;
    energy.heads = capture.queryHeads;
    energy.pairs = pairing.rotaryDim / 2;
    energy.base = pairing.base;
    energy.trainedContext = pairing.trainedContext;
    energy.wavelength = 2.0 * std::numbers::pi * inverseFrequencies(pairing.base, pairing.rotaryDim).cwiseInverse();
    fillShares(energy, pairing);
    return energy;
}

} // namespace rope

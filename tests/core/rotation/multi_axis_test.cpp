#include "core/rotation/multi_axis.h"

#include "core/rotation/frequency.h"
#include "tests/core/oracles.h"
#include "tests/core/reference.h"

#include <array>
#include <cmath>
#include <numbers>

namespace rope {

using testing::matrixIn;

namespace {

void expectRows(const nlohmann::json& one, const Eigen::VectorXd& theta, const std::vector<int>& axes,
                const std::vector<std::vector<std::int64_t>>& positions)
{
    const RowMatrix x = matrixIn(one.at("x"));
    const RowMatrix expected = matrixIn(one.at("y_f64"));
    ASSERT_EQ(static_cast<std::size_t>(x.rows()), positions.size());
    const PairLayout layout = testing::layoutIn(one.at("pairing"));
    for (Eigen::Index r = 0; r < x.rows(); ++r) {
        const Eigen::VectorXd y =
            rotateAxes(x.row(r).transpose(), positions[static_cast<std::size_t>(r)], axes, theta, layout);
        EXPECT_LT((y.transpose() - expected.row(r)).cwiseAbs().maxCoeff(), 1e-10) << one["id"] << " row " << r;
    }
}

/// Positions (h, w) as positions of the axes (time, height, width).
std::vector<std::vector<std::int64_t>> gridPositions(const nlohmann::json& rows, std::int64_t first)
{
    std::vector<std::vector<std::int64_t>> positions;
    for (const auto& row : rows)
        positions.push_back({0, row.at(0).get<std::int64_t>() + first, row.at(1).get<std::int64_t>() + first});
    return positions;
}

/// Axis and ladder step of each pair as the case lists them: ["h", 3] is height at step 3.
std::vector<int> axesOf(const nlohmann::json& pairs)
{
    std::vector<int> axes;
    for (const auto& pair : pairs)
        axes.push_back(pair.at(0) == "h" ? heightAxis : widthAxis);
    return axes;
}

Eigen::VectorXd frequenciesOf(const nlohmann::json& one)
{
    const auto& pairs = one.at("pairs");
    Eigen::VectorXd theta(static_cast<Eigen::Index>(pairs.size()));
    for (std::size_t j = 0; j < pairs.size(); ++j)
        theta[static_cast<Eigen::Index>(j)] =
            std::pow(one.at("rope_theta").get<double>(),
                     -2.0 * pairs[j].at(1).get<double>() / one.at("freq_denominator").get<double>());
    return theta;
}

void expectSections(const nlohmann::json& one)
{
    const auto sections = one.at("mrope_section").get<std::vector<int>>();
    const auto listed = one.at("axis_of_pair").get<std::vector<int>>();
    const std::string id = one.at("id");
    EXPECT_EQ(id.starts_with("imrope")        ? interleavedAxes(sections)
              : id.starts_with("mrope.ernie") ? heightWidthTimeAxes(sections)
                                              : chunkedAxes(sections),
              listed)
        << id;
    expectRows(one, inverseFrequencies(one.at("rope_theta"), one.at("rotary_dim")), listed,
               one.at("positions_thw").get<std::vector<std::vector<std::int64_t>>>());
}

void expectGrid(const nlohmann::json& one)
{
    const std::vector<int> axes = axesOf(one.at("pairs"));
    const Eigen::VectorXd theta = frequenciesOf(one);
    const int headDim = one.at("head_dim");
    const std::string id = one.at("id");
    const Eigen::VectorXd ladder = id.starts_with("axial2d.pixtral")
                                       ? evenThenOdd(inverseFrequencies(one.at("rope_theta"), headDim))
                                       : testing::axialFrequencies(one.at("rope_theta"), headDim);
    EXPECT_EQ(axes, axialAxes(headDim / 2, axes.front())) << id;
    EXPECT_LT((theta - ladder).cwiseAbs().maxCoeff(), 1e-15) << id;
    expectRows(one, theta, axes, gridPositions(one.at("positions_hw"), 0));
}

/// Llama 4's vision: positions count from 1; (-1, -1), no patch, stays.
void expectWidthFirst(const nlohmann::json& one)
{
    const int headDim = one.at("head_dim");
    expectRows(one, testing::axialFrequencies(one.at("rope_theta"), headDim), axialAxes(headDim / 2, widthAxis),
               gridPositions(one.at("positions_hw"), 1));
}

} // namespace

TEST(MultiAxis, SectionsDealAxesToPairs)
{
    EXPECT_EQ(chunkedAxes(std::array{2, 3, 3}), (std::vector<int>{0, 0, 1, 1, 1, 2, 2, 2}));
    EXPECT_EQ(interleavedAxes(std::array{4, 2, 2}), (std::vector<int>{0, 1, 2, 0, 1, 2, 0, 0}));
    EXPECT_EQ(heightWidthTimeAxes(std::array{2, 2, 1}), (std::vector<int>{1, 2, 1, 2, 0}));
    EXPECT_EQ(axialAxes(4), (std::vector<int>{1, 1, 2, 2}));
    EXPECT_EQ(axialAxes(4, widthAxis), (std::vector<int>{2, 2, 1, 1}));
    EXPECT_EQ(evenThenOdd(Eigen::Vector4d(1, 2, 3, 4)), Eigen::Vector4d(1, 3, 2, 4));
    EXPECT_EQ(testing::axialFrequencies(1e4, 16)[5], testing::axialFrequencies(1e4, 16)[1]);
}

TEST(MultiAxis, RotatesAsPublicVisionModelsDo)
{
    int cases = 0;
    for (const auto& one : testing::referenceCases("mrope_axial2d.json")) {
        if (one.at("kind") == "mrope")
            expectSections(one);
        else if (one.at("pairs").is_null())
            expectWidthFirst(one);
        else
            expectGrid(one);
        ++cases;
    }
    testing::expectEveryCase("mrope_axial2d.json", cases);
}

TEST(MultiAxis, GridsAndStretchedLaddersOfAnIndependentLibrary)
{
    int cases = 0;
    for (const auto& one : testing::referenceCases("lucidrains.json")) {
        const auto& options = one.at("options");
        const RowMatrix x = matrixIn(one.at("x"));
        const RowMatrix expected = matrixIn(one.at("y_f64"));
        const bool grid = one.contains("grid");
        const int ladderDim = grid ? options.at("dim").get<int>() : one.at("rotary_dim").get<int>();
        double base = 1e4;
        if (options.contains("theta_rescale_factor")) // static NTK-aware
            base *= std::pow(options["theta_rescale_factor"].get<double>(), ladderDim / (ladderDim - 2.0));
        Eigen::VectorXd theta = inverseFrequencies(base, ladderDim) / options.value("interpolate_factor", 1.0);
        std::vector<int> axes(static_cast<std::size_t>(theta.size()), timeAxis);
        const bool pixel = options.contains("freqs_for");
        if (pixel) // evenly spaced angles over positions -1 ... 1
            theta = Eigen::VectorXd::LinSpaced(theta.size(), 1.0, options.at("max_freq").get<double>() / 2.0) *
                    std::numbers::pi;
        for (Eigen::Index r = 0; r < x.rows(); ++r) {
            Eigen::VectorXd y = x.row(r).transpose();
            if (grid) {
                const std::int64_t width = one["grid"][1];
                const std::int64_t height = one["grid"][0];
                Eigen::VectorXd both(2 * theta.size());
                both << theta / (pixel ? static_cast<double>(height - 1) / 2.0 : 1.0),
                    theta / (pixel ? static_cast<double>(width - 1) / 2.0 : 1.0);
                std::vector<std::int64_t> position{0, r / width, r % width};
                if (pixel) { // -1 ... 1 in steps of 2/(n - 1): twice the place minus n - 1, at half the angle
                    both *= 0.5;
                    position = {0, 2 * position[1] - (height - 1), 2 * position[2] - (width - 1)};
                }
                y = rotateAxes(y, position, axialAxes(static_cast<int>(both.size())), both, PairLayout::Interleaved);
            } else {
                y = rotate(y, one.at("positions").at(static_cast<std::size_t>(r)), theta, PairLayout::Interleaved);
            }
            if (options.contains("use_xpos")) // xPos scales every pair by a power that grows with the position
                for (Eigen::Index j = 0; j < theta.size(); ++j) {
                    const double base01 = (2.0 * static_cast<double>(j) + 0.4 * ladderDim) / (1.4 * ladderDim);
                    const double power = (static_cast<double>(r) - static_cast<double>(x.rows() / 2)) /
                                         options.at("xpos_scale_base").get<double>();
                    y.segment(2 * j, 2) *= std::pow(base01, power);
                }
            EXPECT_LT((y.transpose() - expected.row(r)).cwiseAbs().maxCoeff(), 1e-9) << one["id"] << " row " << r;
        }
        ++cases;
    }
    testing::expectEveryCase("lucidrains.json", cases);
}

} // namespace rope

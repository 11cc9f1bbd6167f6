#include "core/doctor/table_format.h"

#include <cmath>
#include <string_view>

namespace rope {

namespace {

struct Way {
    PrecisionSetup setup;
    NumberFormat format;
    std::string_view part; ///< as in TableFormat
};

std::vector<Way> ways()
{
    using enum NumberFormat;
    std::vector<Way> list = {{{Float64, Float64, Float64, Float64, Float64}, Float64, "tables"},
                             {{Float32, Float32, Float32, Float32, Float32}, Float32, "tables"}};
    for (const NumberFormat narrow : {BFloat16, Float16}) {
        list.push_back({{Float32, Float32, Float32, narrow, Float32}, narrow, "tables"});
        list.push_back({{Float32, narrow, Float32, Float32, Float32}, narrow, "frequencies"});
        list.push_back({{Float32, narrow, Float32, narrow, Float32}, narrow, "frequencies and tables"});
        list.push_back({{Float32, Float32, narrow, narrow, Float32}, narrow, "angles"});
        list.push_back({{narrow, narrow, narrow, narrow, Float32}, narrow, "positions and angles"});
        list.push_back({{narrow, Float32, Float32, Float32, Float32}, narrow, "positions"});
    }
    return list;
}

/// Root mean square distance of measured table entries from computed ones.
double distance(const TurnFit& fit, const Eigen::MatrixXcd& measured, std::span<const Eigen::Index> tokens,
                const PrecisionSetup& setup)
{
    double sum = 0.0;
    for (std::size_t row = 0; row < tokens.size(); ++row) {
        const auto position = static_cast<std::int64_t>(fit.step) * tokens[row] + *fit.offset;
        const RoundedTable table = roundedTable(setup, fit.ladder->inverseFrequency, position);
        for (Eigen::Index j = 0; j < measured.cols(); ++j) {
            const std::complex<double> entry(table.cosine[j], fit.sign * table.sine[j]);
            sum += std::norm(measured(static_cast<Eigen::Index>(row), j) - entry);
        }
    }
    return std::sqrt(sum / static_cast<double>(measured.size()));
}

/// The measured tables, cos + i sin without the attention factor. Shape (tokens, pairs).
Eigen::MatrixXcd measuredTables(const TurnFit& fit, const HeadRows& before, const HeadRows& after,
                                std::span<const Eigen::Index> tokens)
{
    PairRows rows(before, after, fit.reading);
    Eigen::MatrixXcd tables(static_cast<Eigen::Index>(tokens.size()), fit.reading.pairs());
    Eigen::VectorXd energy(fit.reading.pairs());
    for (std::size_t row = 0; row < tokens.size(); ++row) {
        energy.setZero();
        for (const Eigen::Index head : fit.heads) {
            rows.read(tokens[row], head);
            for (int j = 0; j < rows.pairs(); ++j)
                energy[j] += std::norm(rows.before(j));
        }
        const auto at = static_cast<Eigen::Index>(row);
        for (Eigen::Index j = 0; j < energy.size(); ++j)
            tables(at, j) =
                fit.turnsOfTokens(tokens[row], j) / std::max(fit.lengths.attentionFactor * energy[j], 1e-300);
    }
    return tables;
}

} // namespace

std::optional<TableFormat> findTableFormat(const TurnFit& fit, const HeadRows& before, const HeadRows& after)
{
    std::vector<Eigen::Index> tokens;
    const Eigen::Index count = std::min<Eigen::Index>(before.tokens(), 128);
    for (Eigen::Index i = 0; i < count; ++i)
        tokens.push_back(count < before.tokens() ? i * (before.tokens() - 1) / (count - 1) : i);
    const Eigen::MatrixXcd measured = measuredTables(fit, before, after, tokens);
    const std::vector<Way> all = ways();
    std::vector<double> distances;
    for (const Way& way : all)
        distances.push_back(distance(fit, measured, tokens, way.setup));
    const double exact = std::min(distances[0], distances[1]);
    std::size_t best = distances[0] < 0.3 * distances[1] ? 0 : 1;
    for (std::size_t i = 2; i < all.size(); ++i)
        if (distances[i] < 0.6 * exact && distances[i] < distances[best])
            best = i;
    if (best < 2 && distances[2] < 1.4 * exact)
        return std::nullopt; // bfloat16 tables would hide in the data's rounding
    return TableFormat{all[best].format, std::string(all[best].part)};
}

} // namespace rope

#include "core/scores/attention_image.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

namespace rope {

namespace {

/// What rows and columns the pixels of a window stand for.
struct Sampling {
    std::vector<std::int64_t> queries; ///< one per pixel row
    std::vector<std::int64_t> edges;   ///< keys of pixel column j: [edges[j], edges[j + 1])
};

Sampling samplingOf(const ImageWindow& window, std::int64_t pixels)
{
    Sampling sampling;
    for (std::int64_t i = 0; i < pixels; ++i)
        sampling.queries.push_back(window.firstRow + (2 * i + 1) * window.span / (2 * pixels));
    for (std::int64_t j = 0; j <= pixels; ++j)
        sampling.edges.push_back(window.firstColumn + j * window.span / pixels);
    return sampling;
}

ScoreImage emptyImage(const ImageWindow& window)
{
    ScoreImage image;
    image.pixels = static_cast<int>(std::min<std::int64_t>(window.pixels, window.span));
    image.tokensPerPixel = static_cast<double>(window.span) / image.pixels;
    image.cells = RowMatrixF::Constant(image.pixels, image.pixels, std::numeric_limits<float>::quiet_NaN());
    return image;
}

void finish(ScoreImage& image)
{
    findRange(image);
    image.note = image.tokensPerPixel == 1.0
                     ? "each pixel is one attention weight"
                     : "rows are sampled at block centres; each pixel is the mean weight over its visible keys";
}

/// sum * exp(maximum): a sum of exponentials that neither overflows nor vanishes.
struct ScaledSum {
    double maximum = -std::numeric_limits<double>::infinity();
    double sum = 0.0;

    void raise(double newMaximum)
    {
        if (newMaximum <= maximum)
            return;
        sum *= std::exp(maximum - newMaximum);
        maximum = newMaximum;
    }
    double scaledTo(double reference) const
    {
        return maximum == reference ? sum : (sum == 0.0 ? 0.0 : sum * std::exp(maximum - reference));
    }
};

ScaledSum operator+(ScaledSum a, const ScaledSum& b)
{
    a.raise(b.maximum);
    a.sum += b.scaledTo(a.maximum);
    return a;
}

enum class Side {
    Past,   ///< offsets 0, -1, -2, ...
    Future, ///< offsets 1, 2, 3, ...
};

/// Scores of terms [first, first + count) of one side, in its order.
Eigen::VectorXd sideScores(const RelativeScore& score, Side side, std::int64_t first, std::int64_t count)
{
    if (side == Side::Future)
        return profile(score, first + 1, count);
    return profile(score, 1 - first - count, count).reverse();
}

/// Sums of exp(score) over the first counts[i] terms of a side. Requires sorted counts. Nothing when cancelled.
std::optional<std::vector<ScaledSum>> runningSums(const RelativeScore& score, Side side,
                                                  const std::vector<std::int64_t>& counts, const WorkControl& control)
{
    constexpr std::int64_t chunk = 65536;
    std::vector<ScaledSum> sums(counts.size());
    const std::int64_t last = counts.empty() ? 0 : counts.back();
    ScaledSum running;
    std::size_t next = static_cast<std::size_t>(std::upper_bound(counts.begin(), counts.end(), 0) - counts.begin());
    for (std::int64_t start = 0; start < last; start += chunk) {
        if (control.cancelled())
            return std::nullopt;
        Eigen::VectorXd terms = sideScores(score, side, start, std::min(chunk, last - start));
        running.raise(terms.maxCoeff());
        terms = (terms.array() - running.maximum).exp();
        for (Eigen::Index i = 0; i < terms.size(); ++i) {
            running.sum += terms[i];
            for (; next < counts.size() && counts[next] == start + i + 1; ++next)
                sums[next] = running;
        }
        control.report(static_cast<double>(start) / static_cast<double>(last));
    }
    return sums;
}

/// Sums of exp(score) between any two of the offsets that a picture needs.
class OffsetSums {
public:
    /// Nothing when cancelled.
    static std::optional<OffsetSums> build(const RelativeScore& score, std::vector<std::int64_t> offsets,
                                           const WorkControl& control)
    {
        OffsetSums result;
        std::sort(offsets.begin(), offsets.end());
        offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
        result.split_ = static_cast<std::size_t>(std::lower_bound(offsets.begin(), offsets.end(), 1) - offsets.begin());
        result.offsets_ = std::move(offsets);
        std::vector<std::int64_t> past;
        std::vector<std::int64_t> future;
        for (std::size_t i = result.split_; i-- > 0;)
            past.push_back(1 - result.offsets_[i]);
        for (std::size_t i = result.split_; i < result.offsets_.size(); ++i)
            future.push_back(result.offsets_[i] - 1);
        auto pastSums = runningSums(score, Side::Past, past, control);
        auto futureSums = runningSums(score, Side::Future, future, control);
        if (!pastSums || !futureSums)
            return std::nullopt;
        result.sums_.assign(pastSums->rbegin(), pastSums->rend());
        result.sums_.insert(result.sums_.end(), futureSums->begin(), futureSums->end());
        return result;
    }

    std::size_t indexOf(std::int64_t offset) const
    {
        return static_cast<std::size_t>(std::lower_bound(offsets_.begin(), offsets_.end(), offset) - offsets_.begin());
    }

    /// indexOf for an offset that is not before offsets_[start], near it.
    std::size_t indexFrom(std::size_t start, std::int64_t offset) const
    {
        while (offsets_[start] < offset)
            ++start;
        return start;
    }

    /// Sum over offsets from offsets_[a] up to, not including, offsets_[b], in units of exp(reference).
    double between(std::size_t a, std::size_t b, double reference) const
    {
        const double first = sums_[a].scaledTo(reference);
        const double last = sums_[b].scaledTo(reference);
        if (a < split_)
            return b < split_ ? first - last : first + last;
        return last - first;
    }

    ScaledSum total(std::size_t a, std::size_t b) const
    {
        return a < split_ && b >= split_ ? sums_[a] + sums_[b] : sums_[a];
    }

private:
    std::vector<std::int64_t> offsets_; ///< sorted, different
    std::vector<ScaledSum> sums_;       ///< from offset to 0 on the past side, from 1 to before offset on the other
    std::size_t split_ = 0;             ///< index of the first offset >= 1
};

std::int64_t floorDivide(std::int64_t a, std::int64_t b)
{
    return a / b - (a % b < 0 ? 1 : 0);
}

/// Key offsets at which a picture needs running sums: two per diagonal of pixels, and the ends of every row.
std::vector<std::int64_t> neededOffsets(const ImageWindow& window, const Sampling& sampling, std::int64_t length)
{
    const auto pixels = static_cast<std::int64_t>(sampling.queries.size());
    const std::int64_t limit = window.mask == Mask::Causal ? 1 : length;
    std::vector<std::int64_t> offsets{std::min<std::int64_t>(1, limit)};
    for (std::int64_t d = 1 - pixels; d <= pixels; ++d) {
        const std::int64_t base =
            window.firstColumn - window.firstRow + floorDivide((2 * d - 1) * window.span, 2 * pixels);
        for (const std::int64_t offset : {base, base + 1})
            offsets.push_back(std::clamp(offset, 1 - length, limit));
    }
    for (const std::int64_t query : sampling.queries) {
        offsets.push_back(-query);
        offsets.push_back(std::min(length - query, limit));
    }
    return offsets;
}

/// Weights of one query over the pixel columns.
void fillRow(const OffsetSums& sums, const Sampling& sampling, std::int64_t query, std::int64_t length, Mask mask,
             Eigen::Ref<Eigen::RowVectorXf> row)
{
    const std::int64_t end = mask == Mask::Causal ? 1 : length - query;
    const ScaledSum total = sums.total(sums.indexOf(-query), sums.indexOf(end));
    std::int64_t first = std::min(sampling.edges[0] - query, end);
    std::size_t firstIndex = sums.indexOf(first);
    for (Eigen::Index j = 0; j < row.size(); ++j) {
        const std::int64_t last = std::min(sampling.edges[static_cast<std::size_t>(j) + 1] - query, end);
        const std::size_t lastIndex = sums.indexFrom(firstIndex, last);
        if (last > first) {
            const double weight = sums.between(firstIndex, lastIndex, total.maximum) / total.sum;
            row[j] = static_cast<float>(weight / static_cast<double>(last - first));
        }
        first = last;
        firstIndex = lastIndex;
    }
}

/// The running softmax of several rows: sums of exp(score - maximum) in total and per pixel column.
struct SoftmaxRows {
    Eigen::VectorXf maximum;
    Eigen::VectorXd total;
    RowMatrix pixelSums;
    RowMatrix pixelCounts;

    explicit SoftmaxRows(Eigen::Index pixels)
        : maximum(Eigen::VectorXf::Constant(pixels, -std::numeric_limits<float>::infinity()))
        , total(Eigen::VectorXd::Zero(pixels))
        , pixelSums(RowMatrix::Zero(pixels, pixels))
        , pixelCounts(RowMatrix::Zero(pixels, pixels))
    {}

    void raise(Eigen::Index row, float newMaximum)
    {
        if (newMaximum <= maximum[row])
            return;
        const double factor = std::exp(static_cast<double>(maximum[row]) - static_cast<double>(newMaximum));
        total[row] *= factor;
        pixelSums.row(row) *= factor;
        maximum[row] = newMaximum;
    }

    /// Adds scores of keys first, first + 1, ... to one row.
    void add(Eigen::Index row, Eigen::Ref<Eigen::RowVectorXf> scores, std::int64_t first,
             const std::vector<std::int64_t>& edges)
    {
        raise(row, scores.maxCoeff());
        scores = (scores.array() - maximum[row]).exp();
        total[row] += scores.cast<double>().sum();
        const std::int64_t end = first + scores.size();
        auto edge = std::upper_bound(edges.begin(), edges.end(), first);
        std::int64_t start = std::max(first, edges.front());
        if (edge == edges.begin())
            ++edge;
        for (; edge != edges.end() && start < end; ++edge) {
            const std::int64_t stop = std::min(end, *edge);
            const auto column = static_cast<Eigen::Index>(edge - edges.begin()) - 1;
            pixelSums(row, column) += scores.segment(start - first, stop - start).cast<double>().sum();
            pixelCounts(row, column) += static_cast<double>(stop - start);
            start = stop;
        }
    }
};

} // namespace

std::optional<ScoreImage> identicalAttention(const RelativeScore& score, std::int64_t length, const ImageWindow& window,
                                             const WorkControl& control)
{
    ScoreImage image = emptyImage(window);
    const Sampling sampling = samplingOf(window, image.pixels);
    const auto sums = OffsetSums::build(score, neededOffsets(window, sampling, length), control);
    if (!sums)
        return std::nullopt;
    for (Eigen::Index i = 0; i < image.pixels; ++i)
        fillRow(*sums, sampling, sampling.queries[static_cast<std::size_t>(i)], length, window.mask,
                image.cells.row(i));
    finish(image);
    return image;
}

std::optional<ScoreImage> contentAttention(const ContentRows& content, const RowRotation& rotation, double scale,
                                           const ImageWindow& window, const WorkControl& control)
{
    constexpr std::int64_t chunk = 512;
    ScoreImage image = emptyImage(window);
    const Sampling sampling = samplingOf(window, image.pixels);
    RowMatrixF queries(image.pixels, content.headDim);
    for (Eigen::Index i = 0; i < image.pixels; ++i)
        queries.row(i) =
            static_cast<float>(scale) *
            rotatedRows(content.queries, sampling.queries[static_cast<std::size_t>(i)], 1, content.headDim, rotation);
    SoftmaxRows rows(image.pixels);
    RowMatrixF scores;
    const std::int64_t end = window.mask == Mask::Causal ? sampling.queries.back() + 1 : content.length;
    for (std::int64_t start = 0; start < end; start += chunk) {
        if (control.cancelled())
            return std::nullopt;
        const RowMatrixF keys =
            rotatedRows(content.keys, start, std::min(chunk, end - start), content.headDim, rotation);
        scores.noalias() = queries * keys.transpose();
        for (Eigen::Index i = 0; i < image.pixels; ++i) {
            const std::int64_t seen = sampling.queries[static_cast<std::size_t>(i)] + 1 - start;
            const Eigen::Index visible =
                window.mask == Mask::None ? scores.cols() : std::clamp<Eigen::Index>(seen, 0, scores.cols());
            if (visible > 0)
                rows.add(i, scores.row(i).head(visible), start, sampling.edges);
        }
        control.report(static_cast<double>(start) / static_cast<double>(end));
    }
    for (Eigen::Index i = 0; i < image.pixels; ++i)
        for (Eigen::Index j = 0; j < image.pixels; ++j)
            if (rows.pixelCounts(i, j) > 0.0)
                image.cells(i, j) = static_cast<float>(rows.pixelSums(i, j) / (rows.total[i] * rows.pixelCounts(i, j)));
    finish(image);
    return image;
}

Eigen::VectorXd attentionRow(const RelativeScore& score, std::int64_t length, Mask mask, std::int64_t queryPosition)
{
    assert(queryPosition >= 0 && queryPosition < length);
    const RowMatrix scores = profile(score, -queryPosition, length).transpose();
    return softmaxRows(scores, mask, queryPosition, 0).row(0).transpose();
}

} // namespace rope

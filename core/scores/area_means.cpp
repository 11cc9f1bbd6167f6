#include "core/scores/area_means.h"

#include "core/rotation/cos_sin.h"
#include "core/rotation/phase.h"
#include "core/scores/visible_area.h"

#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace rope {

namespace {

/// sum of e^(i m theta) over `count` neighbouring cells is this times the turn of their middle (Dirichlet).
class MiddleKernel {
public:
    explicit MiddleKernel(const TurnFraction& half)
        : half_(half)
        , sine_(std::sin(half.phase(1)))
    {}

    /// The pixels of a picture have two or three sizes: each is worked out once.
    double of(std::int64_t count)
    {
        if (count != count_ && count != other_) {
            other_ = std::exchange(count_, count);
            otherValue_ = std::exchange(value_, computed(count));
        }
        return count == count_ ? value_ : otherValue_;
    }

private:
    double computed(std::int64_t count) const
    {
        if (count <= 0)
            return 0.0;
        return sine_ == 0.0 ? static_cast<double>(count) : std::sin(half_.phase(count)) / sine_;
    }

    TurnFraction half_;
    double sine_;
    std::int64_t count_ = 0;
    std::int64_t other_ = 0;
    double value_ = 0.0;
    double otherValue_ = 0.0;
};

/// Per pixel and pair the real and the imaginary part of its mean turn e^(i m theta), by area, and 1 for what does not
/// turn: the cut cells at both ends, and the whole ones between them about their middle.
RowMatrix meanTurns(const RelativeScore& score, const std::vector<PixelSpan>& pixels, double width)
{
    const Eigen::Index pairs = score.inverseFrequency.size();
    const std::size_t count = pixels.size();
    RowMatrix turns(static_cast<Eigen::Index>(count), 2 * pairs + 1);
    std::vector<double> phases(3 * count);
    std::vector<double> cosine(phases.size());
    std::vector<double> sine(phases.size());
    for (Eigen::Index j = 0; j < pairs; ++j) {
        const TurnFraction turn(score.inverseFrequency[j]);
        const TurnFraction half = turn.dividedBy(2);
        for (std::size_t i = 0; i < count; ++i) {
            phases[i] = turn.nearPhase(pixels[i].first);
            phases[count + i] = turn.nearPhase(pixels[i].last - 1);
            phases[2 * count + i] = half.nearPhase(pixels[i].first + pixels[i].last - 1);
        }
        cosSin(phases, cosine, sine);
        MiddleKernel kernel(half);
        for (std::size_t i = 0; i < count; ++i) {
            const PixelSpan& pixel = pixels[i];
            const double last = pixel.last - pixel.first > 1 ? pixel.lastShare : 0.0;
            const double middle = kernel.of(pixel.last - pixel.first - 2);
            const auto mean = [&](const std::vector<double>& part) {
                return (pixel.firstShare * part[i] + last * part[count + i] + middle * part[2 * count + i]) / width;
            };
            turns(static_cast<Eigen::Index>(i), j) = mean(cosine);
            turns(static_cast<Eigen::Index>(i), pairs + j) = mean(sine);
        }
    }
    turns.col(2 * pairs).setOnes();
    return turns;
}

/// What the turns of a column are multiplied with in each row: Re(conj(A) B) times cosine + Im(conj(A) B) times sine.
RowMatrix weighted(const RelativeScore& score, const RowMatrix& turns)
{
    const Eigen::Index pairs = score.inverseFrequency.size();
    RowMatrix result(turns.rows(), turns.cols());
    for (Eigen::Index j = 0; j < pairs; ++j) {
        result.col(j) = score.cosine[j] * turns.col(j) + score.sine[j] * turns.col(pairs + j);
        result.col(pairs + j) = score.cosine[j] * turns.col(pairs + j) - score.sine[j] * turns.col(j);
    }
    result.col(2 * pairs).setConstant(score.tail);
    return score.scale * result;
}

/// Sums of scores of identical content in closed form.
class IdenticalSums {
public:
    explicit IdenticalSums(const RelativeScore& score)
        : score_(score)
    {}

    double product(std::int64_t firstRow, std::int64_t lastRow, std::int64_t firstColumn, std::int64_t lastColumn)
    {
        const std::int64_t rows = lastRow - firstRow;
        const std::int64_t columns = lastColumn - firstColumn;
        const std::array<std::int64_t, 3> key{firstColumn - firstRow, rows, columns};
        if (const auto known = products_.find(key); known != products_.end())
            return known->second;
        const double cells = static_cast<double>(rows) * static_cast<double>(columns);
        return products_[key] = cells * blockMean(score_, key[0], rows, columns);
    }
    double triangle(std::int64_t first, std::int64_t last) { return ofSize(last - first); }

private:
    /// A triangle is two of half the size and the square below the first.
    double ofSize(std::int64_t size)
    {
        if (size <= 1)
            return size == 1 ? scoreAt(score_, 0) : 0.0;
        if (const auto known = sums_.find(size); known != sums_.end())
            return known->second;
        const std::int64_t half = size / 2;
        const double sum = ofSize(half) + ofSize(size - half) + product(half, size, 0, half);
        sums_[size] = sum;
        return sum;
    }

    const RelativeScore& score_;
    std::map<std::int64_t, double> sums_;                    ///< of triangles, by size
    std::map<std::array<std::int64_t, 3>, double> products_; ///< by offset, rows and columns: most pixels look alike
};

template <class Matrix> Matrix areaMeans(const RelativeScore& score, const ImageWindow& window)
{
    const std::int64_t pixels = std::min<std::int64_t>(window.pixels, window.span);
    const double width = static_cast<double>(window.span) / static_cast<double>(pixels);
    const std::vector<PixelSpan> rows = pixelSpans(window.firstRow, window.span, pixels);
    const std::vector<PixelSpan> columns = pixelSpans(window.firstColumn, window.span, pixels);
    const RowMatrix queries = meanTurns(score, rows, width);
    const RowMatrix keys = weighted(score, meanTurns(score, columns, width));
    Matrix means = productOf<Matrix>(queries, keys);
    IdenticalSums sums(score);
    if (window.mask == Mask::Causal)
        hideFuture(means, rows, columns, sums, 1.0, {});
    return means;
}

} // namespace

RowMatrix identicalAreaMeans(const RelativeScore& score, const ImageWindow& window)
{
    return areaMeans<RowMatrix>(score, window);
}

RowMatrixF identicalAreaMeansF(const RelativeScore& score, const ImageWindow& window)
{
    return areaMeans<RowMatrixF>(score, window);
}

} // namespace rope

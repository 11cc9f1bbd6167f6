#pragma once

#include "ui/paint/number_text.h"

#include <QString>
#include <vector>

namespace rope {

/// A mark on an axis. Minor ones have no label.
struct Tick {
    double value;
    QString label;
    bool major = true;

    bool operator==(const Tick&) const = default;
};

/// Ticks at 1, 2 or 5 times a power of ten inside [minimum, maximum], about `wanted` of them and never more than
/// wanted + 2. Labels share their decimals; from 100 000 on they are short (`200 k`) where that loses nothing.
/// `integers`: steps are whole numbers (positions, pairs). Empty when the range is empty or not finite.
std::vector<Tick> linearTicks(double minimum, double maximum, int wanted, bool integers = false);

/// Ticks of a logarithmic axis: whole decades (`10⁻³`), every second or further decade when there are many, with
/// minors at 2 ... 9 when there is room; 1, 2, 5 of a decade when the range has few decades; linear ticks when it has
/// less than that. Empty unless 0 < minimum < maximum, both finite.
std::vector<Tick> logTicks(double minimum, double maximum, int wanted);

} // namespace rope

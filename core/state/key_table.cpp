#include "core/state/key_table.h"

#include "core/state/key_rows.h"

namespace rope {

std::vector<StateKey> buildKeyTable()
{
    std::vector<StateKey> table;
    for (auto&& part : {positionKeys(), modelKeys(), pairKeys(), axisKeys(), sequenceKeys(), encodingKeys(),
                        precisionKeys(), aliasingKeys(), viewKeys()})
        table.insert(table.end(), part.begin(), part.end());
    return table;
}

} // namespace rope

#pragma once

namespace rope {

/// 256 colours each, as `rrggbb` one after another.
extern const char* const viridisTable;
extern const char* const magmaTable;
extern const char* const infernoTable;
extern const char* const plasmaTable;
extern const char* const cividisTable;
extern const char* const twilightTable;

} // namespace rope

#pragma once

namespace rope {

/// The sequence length whose frequencies a running server with dynamic scaling uses after one more call: it keeps the
/// longest seen, in tokens, until a call shorter than the maximum context arrives, and then starts afresh.
/// A new server has cachedLength = maximumContext. Give the result to the scheme as its sequenceLength.
/// (transformers dynamic_rope_update; a call of exactly the maximum context does not start afresh)
double nextCachedLength(double cachedLength, double callLength, double maximumContext);

} // namespace rope

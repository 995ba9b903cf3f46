#pragma once

#include <cstdint>

namespace disgnn::embed {

/// One step of skip-gram with negative sampling: raises log sigmoid(in . out_0) and
/// log sigmoid(- in . out_k) for k > 0 by a gradient step of length `rate`.
struct SkipGramTask {
  float* input;           ///< [dimension] vector of the node that predicts
  float* const* outputs;  ///< [count] vectors of the predicted node, then of random ones
  std::int64_t count;
  std::int64_t dimension;
  float rate;
  float* scratch;  ///< [dimension]
};
void skip_gram_step(const SkipGramTask& task);

}  // namespace disgnn::embed

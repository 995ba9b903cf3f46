#pragma once

#include <cstdint>

#include "disgnn/ops/edge_dropout.h"

namespace disgnn::ops {

/// How the existence e = sigmoid(s) of a row's entries becomes the weights of its sum.
enum class EdgeNorm : std::uint8_t {
  kSoftmax,    ///< exp(e) / sum of exp(e), the paper's: never further than a factor e from uniform
  kSum,        ///< e / sum of e: entries that a channel denies drop out
  kSymmetric,  ///< e / sqrt(d_row * d_column), d the sums of e: needs the degrees of all nodes
};

/// From scores to the weights that messages are summed with. Not for kSymmetric, which no operation
/// fuses.
struct EdgeWeighting {
  EdgeWeighting() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): the usual case
  EdgeWeighting(EdgeDropout on_weights, EdgeNorm how = EdgeNorm::kSoftmax)
      : dropout(std::move(on_weights)), norm(how) {}

  EdgeDropout dropout;
  EdgeNorm norm = EdgeNorm::kSoftmax;
};

}  // namespace disgnn::ops

#pragma once

#include "ops/kernels/pair_side.h"

namespace disgnn::ops {

/// The parts of the channel classifier between its matrix products, for a few nodes with `channels`
/// messages of H units each: rows = nodes * channels.
struct MessageBlock {
  std::int64_t nodes;
  std::int64_t channels;
  std::int64_t hidden;

  [[nodiscard]] std::int64_t rows() const { return nodes * channels; }
};

/// y[rows, H] = LeakyReLU(y + node[nodes, H] + b[H])
void add_and_activate(const MessageBlock& block, const float* node, const float* b, float* y);
void add_and_activate(const MessageBlock& block, const double* node, const double* b, double* y);

/// With y = LeakyReLU(x): dy becomes the gradient of x; d_node[nodes, H] = its sum over a node's
/// messages, db[H] += its sum over all.
void activation_gradient(const MessageBlock& block, const float* y, float* dy, float* d_node,
                         float* db);
void activation_gradient(const MessageBlock& block, const double* y, double* dy, double* d_node,
                         double* db);

/// Cross-entropy of rows of `classes` logits, row r with the target first + r % period.
struct CrossEntropyTask {
  std::int64_t rows;
  std::int64_t classes;
  std::int64_t first;
  std::int64_t period;
  double share;  ///< weight of a row in the gradient
};
/// Turns logits[rows, classes] into their gradient, adds its sum over the rows to db[classes] and
/// returns the sum of the cross-entropies.
double cross_entropy_gradient(const CrossEntropyTask& task, float* logits, float* db);
double cross_entropy_gradient(const CrossEntropyTask& task, double* logits, double* db);

}  // namespace disgnn::ops

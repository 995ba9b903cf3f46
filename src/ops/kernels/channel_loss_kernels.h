#pragma once

#include "ops/kernels/pair_side.h"

namespace disgnn::ops {

/// The parts of the channel classifier between its matrix products, for messages of H units that a
/// few nodes got through one channel.
struct MessageBlock {
  std::int64_t nodes;
  std::int64_t hidden;
};

/// y[nodes, H] = LeakyReLU(y + node[nodes, H] + b[H])
void add_and_activate(const MessageBlock& block, const float* node, const float* b, float* y);
void add_and_activate(const MessageBlock& block, const double* node, const double* b, double* y);

/// With y = LeakyReLU(x): dy becomes the gradient of x, which is added to d_node[nodes, H] and, its
/// sum over the nodes, to db[H].
void activation_gradient(const MessageBlock& block, const float* y, float* dy, float* d_node,
                         float* db);
void activation_gradient(const MessageBlock& block, const double* y, double* dy, double* d_node,
                         double* db);

/// Cross-entropy of rows of `classes` logits, all with the same target.
struct CrossEntropyTask {
  std::int64_t rows;
  std::int64_t classes;
  std::int64_t target;
  double share;  ///< weight of a row in the gradient
};
/// Turns logits[rows, classes] into their gradient, adds its sum over the rows to db[classes] and
/// returns the sum of the cross-entropies.
double cross_entropy_gradient(const CrossEntropyTask& task, float* logits, float* db);
double cross_entropy_gradient(const CrossEntropyTask& task, double* logits, double* db);

}  // namespace disgnn::ops

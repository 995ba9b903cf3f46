#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <memory>

#include "disgnn/nn/node_input.h"
#include "disgnn/ops/edge_dropout.h"
#include "disgnn/ops/shared_gradient.h"

namespace disgnn::nn {

struct NodeTerms;

/// What is known of pairs of nodes before any layer, a number each that channels add to their
/// scores, each channel with a weight of its own; undefined: nothing.
struct PairEvidence {
  at::Tensor of_entries = {};  ///< [E] of the graph's entries
  std::function<at::Tensor(const ops::PairIndexPtr&)> of_pairs = {};  ///< [M] of further pairs

  [[nodiscard]] bool defined() const { return of_entries.defined(); }
};

/// All that a layer which scores edges computed, for the next layer, the pretext tasks and
/// explanations.
struct LayerOutput {
  NodeInput input;  ///< h[N, d]
  ops::PairIndexPtr index = nullptr;
  ops::EdgeDropout dropout = {};
  PairEvidence evidence = {};
  /// For scoring further pairs; not kept by lean layers.
  std::shared_ptr<const NodeTerms> terms = nullptr;
  /// s[E, C], before the sigmoid. Lean layers in training: [E, 2], the sums over the homo and the
  /// hetero half (one column if there is one channel), or nothing where only logits are wanted.
  at::Tensor scores = {};
  std::int64_t homo_columns = 0;  ///< columns of `scores` that belong to the homo half
  /// z[N, C, H]; not kept by lean layers. Who differentiates them hands `messages_gradient` on.
  at::Tensor messages = {};
  ops::SharedGradientPtr messages_gradient = nullptr;
  at::Tensor hidden = {};  ///< h'[N, H]

  /// What the layer was given, for computing something again: h, index, dropout and evidence.
  [[nodiscard]] LayerOutput given(const NodeInput& h) const {
    return {.input = h, .index = index, .dropout = dropout, .evidence = evidence};
  }
};

}  // namespace disgnn::nn

#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>
#include <string>

#include "disgnn/core/progress_callback.h"
#include "disgnn/nn/node_input.h"

namespace disgnn::nn {

/// What a kernel ridge regression of known labels says of the class of every node.
struct LabelPrior {
  at::Tensor of_nodes;       ///< f[N, K], float; 0 where nothing speaks for or against a class
  double scale = 1;          ///< softmax(scale f) are the likeliest probabilities
  std::string choices = {};  ///< kernels, ridge and scale, in words
};

/// The regression of the known labels (others: -1) on links (kernels/link_kernel.h), structure
/// (kernels/structure_kernel.h), walks (kernels/walk_kernel.h) and features
/// (kernels/feature_kernel.h), some of them also times structure (candidate_kernels.h), on those of
/// them, with the ridge and the weights of the columns of structure that left-out labels prefer
/// (kernel_choice.h, structure_weights.h). A node with a known label gets what the regression
/// without it says, so that nodes with and without one see the same kind of evidence. Of more than
/// 4096 known labels a random part is used; walks and features whose tables would be large are left
/// out. Labels count as their classes weigh, [K] (undefined: all alike): otherwise a regression
/// leans to large classes. O(M c + N A (c + d) + A^3) for A known labels and c contexts of walks,
/// with a hundred of A^3 or so for the choice.
LabelPrior fit_label_prior(const NodeInput& features, const ops::PairIndexPtr& edges,
                           std::span<const std::int32_t> known_labels, std::int32_t classes,
                           const at::Tensor& class_weights = {},
                           const ProgressCallback& progress = {});

}  // namespace disgnn::nn

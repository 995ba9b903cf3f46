#pragma once

#include <ATen/core/Tensor.h>

#include "nn/kernel_ridge.h"

namespace disgnn::nn {

/// A kernel between anchors in which structure is a factor: plain + cofactor * structure.
struct KernelOfStructure {
  at::Tensor columns;   ///< s[A, 9] of the anchors (nn/structure_columns.h)
  at::Tensor plain;     ///< [A, A]: terms without structure
  at::Tensor cofactor;  ///< [A, A]: what structure is multiplied by, summed over the other terms
};

/// How much each column counts in the kernel of structure (nn/structure_kernel.h), double [9]: from
/// 1 on doubled or halved, one after the other, for as long as left-out labels become clearly more
/// likely by a regression with this ridge. On Chameleon the number of a page's words tells more of
/// its class than all the rest of its structure; a kernel that counts all alike cannot know.
at::Tensor choose_structure_weights(const KernelOfStructure& kernel, const ClassLabels& labels,
                                    double ridge);

}  // namespace disgnn::nn

#pragma once

#include <ATen/core/Tensor.h>

#include "disgnn/core/progress_callback.h"
#include "extensions/krr/kernel_ridge.h"

namespace disgnn::nn {

/// A sum of kernels between landmarks in which structure occurs: plain + cofactor * structure.
struct StructureTerms {
  at::Tensor columns;   ///< s[A, 9] of the landmarks (structure/structure_columns.h)
  at::Tensor plain;     ///< [A, A]: terms without structure
  at::Tensor cofactor;  ///< [A, A]: what structure is multiplied by, summed over the other terms
};

/// How much each column counts in the kernel of structure (kernels/structure_kernel.h), double [9]:
/// from 1 on doubled or halved, one after the other, for as long as left-out labels become likelier
/// by a regression with this ridge, by 0.3 at least in sum; at most four times, so 1/16 .. 16. Up
/// to 73 regressions, O(A^3) each. On Chameleon the number of a page's words tells more of its
/// class than all the rest of its structure; a kernel that counts all alike cannot know.
at::Tensor choose_structure_weights(const StructureTerms& sum, const ClassLabels& labels,
                                    double ridge, const ProgressCallback& progress = {});

}  // namespace disgnn::nn

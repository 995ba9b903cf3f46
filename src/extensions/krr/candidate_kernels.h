#pragma once

#include <ATen/core/Tensor.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "disgnn/nn/node_input.h"
#include "extensions/krr/kernel_choice.h"
#include "extensions/krr/kernels/structure_kernel.h"

namespace disgnn::nn {

/// The kernels that a regression of known labels can choose from, between all nodes and its
/// landmarks: structure, links and, where their tables are not too large, walks and features.
class CandidateKernels {
 public:
  CandidateKernels(const NodeInput& features, const ops::PairIndexPtr& edges,
                   std::vector<NodeId> landmarks);
  CandidateKernels(const CandidateKernels&) = delete;  // copies would share the kernel of structure
  CandidateKernels& operator=(const CandidateKernels&) = delete;

  /// Every kernel by itself; similar lists, twins and a node's own features also times structure:
  /// pages with the same links or words differ by how large they are.
  [[nodiscard]] const std::vector<KernelProduct>& candidates() const { return candidates_; }
  /// Every kernel between the landmarks, single precision [A, A] each.
  [[nodiscard]] std::vector<at::Tensor> grams() const;
  /// The sum of these products, at least one, for the nodes, double [T, A].
  [[nodiscard]] at::Tensor sum_of(std::span<const KernelProduct> terms,
                                  std::span<const NodeId> nodes) const;

  /// "links + features * structure"
  [[nodiscard]] std::string describe(std::span<const KernelProduct> terms) const;

  /// Which of the kernels is that of structure.
  [[nodiscard]] std::size_t structure_position() const { return structure_position_; }
  [[nodiscard]] const StructureKernel& structure_kernel() const { return *of_structure_; }
  /// Puts another kernel of structure in its place, in products, too.
  void set_structure(const StructureKernel& kernel) { *of_structure_ = kernel; }

 private:
  /// Of these nodes and the landmarks, double [T, A].
  using Kernel = std::function<at::Tensor(std::span<const NodeId> nodes)>;

  std::size_t add(std::string name, Kernel kernel);
  void add_also_times_structure(std::string name, Kernel kernel);

  std::vector<NodeId> landmarks_;
  std::shared_ptr<StructureKernel> of_structure_;
  std::size_t structure_position_ = 0;
  std::vector<std::string> names_{};
  std::vector<Kernel> kernels_{};
  std::vector<KernelProduct> candidates_{};
};

}  // namespace disgnn::nn

#pragma once

#include <span>

#include "disgnn/nn/affine.h"
#include "disgnn/nn/kernel_votes.h"
#include "disgnn/nn/model_config.h"

namespace disgnn::nn {

/// What known labels say about the class of other nodes, see graph/label_votes.h and
/// nn/kernel_votes.h, through a linear map: LeakyReLU(votes W + b). For the classifier alone:
/// layers would carry a node's own label back to it.
class LabelInput : public Module {
 public:
  LabelInput(const ModelConfig& config, const ParameterInit& init);
  void see(const PairIndex& edges, std::span<const std::int32_t> known_labels,
           const KernelVotes& regression);
  /// [N, H]
  [[nodiscard]] at::Tensor forward() const;
  [[nodiscard]] std::int64_t nodes() const { return votes_.size(0); }

 private:
  std::int64_t classes_;
  at::Tensor votes_;  // [N, 3K], not trained
  std::shared_ptr<Affine> map_;
};

}  // namespace disgnn::nn

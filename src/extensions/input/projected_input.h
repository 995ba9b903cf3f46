#pragma once

#include <string>
#include <vector>

#include "disgnn/model/ports.h"
#include "disgnn/nn/affine.h"
#include "disgnn/nn/model_config.h"
#include "extensions/input/structure_input.h"
#include "nn/link_embedding.h"

namespace disgnn::nn {

/// What the first layer reads instead of the features themselves (`--input`):
///   project  x = LeakyReLU(X W + b)
///   links    x = LeakyReLU(X W + b + A W_A + b_A), with the nodes' links
///   structure, links+structure   the same plus what the nodes' places in the graph say
class ProjectedInput : public InputEncoder {
 public:
  ProjectedInput(const ModelConfig& config, const ParameterInit& init);
  /// x[N, H] from the features as the layers may see them; their volumes are those of `whole`,
  /// which went through no dropout.
  [[nodiscard]] at::Tensor encode(const NodeInput& features, const NodeInput& whole,
                                  const ops::PairIndexPtr& edges) const override;
  [[nodiscard]] bool is_inductive() const override { return links_ == nullptr; }

 private:
  std::shared_ptr<Affine> feature_;
  std::shared_ptr<LinkEmbedding> links_;       // null without links
  std::shared_ptr<StructureInput> structure_;  // null without structure
};

/// Values of --input: what the first layer reads.
const std::vector<std::string>& input_names();
/// Whether one of them has weights for each node that may be linked to.
bool reads_links(const std::string& input);

}  // namespace disgnn::nn

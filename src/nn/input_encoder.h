#pragma once

#include "disgnn/nn/affine.h"
#include "disgnn/nn/model_config.h"
#include "nn/link_embedding.h"
#include "nn/structure_input.h"

namespace disgnn::nn {

/// What the first layer reads instead of the features themselves (`--input`):
///   project  x = LeakyReLU(X W + b)
///   links    x = LeakyReLU(X W + b + A W_A + b_A), with the nodes' links
///   structure, links+structure   the same plus what the nodes' places in the graph say
class InputEncoder : public Module {
 public:
  InputEncoder(const ModelConfig& config, const ParameterInit& init);
  /// x[N, H] from the features as the layers may see them; their volumes are those of `whole`,
  /// which went through no dropout.
  [[nodiscard]] at::Tensor forward(const NodeInput& features, const NodeInput& whole,
                                   const ops::PairIndexPtr& edges) const;

 private:
  std::shared_ptr<Affine> feature_;
  std::shared_ptr<LinkEmbedding> links_;       // null without links
  std::shared_ptr<StructureInput> structure_;  // null without structure
};

/// Null where the first layer reads the features (`--input direct`).
std::shared_ptr<InputEncoder> make_input_encoder(const ModelConfig& config,
                                                 const ParameterInit& init);

}  // namespace disgnn::nn

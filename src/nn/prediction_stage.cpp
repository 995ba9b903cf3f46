#include "disgnn/nn/prediction_stage.h"

namespace disgnn::nn {

at::Tensor apply_stages(const PredictionStages& stages, at::Tensor probabilities,
                        const ops::PairIndexPtr& edges) {
  for (const auto& stage : stages) probabilities = stage->apply(probabilities, edges);
  return probabilities;
}

NamedTensors named_buffers(const PredictionStages& stages) {
  NamedTensors all;
  for (const auto& stage : stages) {
    for (const auto& [name, tensor] : stage->named_parameters()) {
      all.emplace_back(stage->name() + "." + name, tensor);
    }
  }
  return all;
}

}  // namespace disgnn::nn

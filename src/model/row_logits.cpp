// Logits of some nodes from their receptive field alone: what the paper's Eq. 4 gives for them,
// with as few rows in every layer as these nodes need.

#include <ATen/ATen.h>

#include "disgnn/core/error.h"
#include "disgnn/model/disgnn_model.h"
#include "disgnn/ops/dropout.h"
#include "ops/pair_index_tensors.h"

namespace disgnn::nn {

at::Tensor DisGnnModel::logits_of(std::span<const NodeId> nodes, const ReceptiveField& field,
                                  const NodeInput& features, const ops::PairIndexPtr& edges,
                                  const ForwardMode& mode) const {
  DISGNN_ASSERT(field.size() == layers_.size());
  const bool whole = config().kernels == ops::Kernels::kReference || field.back() == nullptr ||
                     !layers_.front()->is_row_wise();
  if (whole) return NodeClassifier::logits_of(nodes, field, features, edges, mode);
  ForwardMode encoder_only = mode;
  encoder_only.wanted = ForwardMode::Wanted::kHidden;
  NodeInput h = encode(features, edges, mode);
  std::vector<at::Tensor> readouts = drop_out(read_out(h, edges), mode);
  for (at::Tensor& readout : readouts) {
    readout = readout.index_select(0, ops::index_tensor(nodes));
  }
  std::vector<at::Tensor> outputs;  // of the nodes that the latest layer computed
  if (parts_.input != nullptr) outputs.push_back(h.dense());
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    if (field[i] == nullptr) {
      h = NodeInput(drop_hidden(layers_[i]->forward(h, edges, encoder_only).hidden, i, mode));
    } else {
      const at::Tensor hidden = layers_[i]->hidden_of(field[i], h, encoder_only);
      h = NodeInput(
          ops::dropout(hidden, field[i]->nodes, mode.training ? config().dropout : 0,
                       mode.stream(RandomPurpose::kHiddenDropout, static_cast<std::uint16_t>(i))));
      if (config().jumping_knowledge) {
        const at::Tensor positions = ops::index_tensor(field[i]->positions);
        for (at::Tensor& earlier : outputs) earlier = earlier.index_select(0, positions);
      }
    }
    outputs.push_back(h.dense());
  }
  return classify(join(std::move(outputs), readouts));
}

}  // namespace disgnn::nn

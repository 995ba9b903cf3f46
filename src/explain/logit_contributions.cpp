#include "disgnn/explain/logit_contributions.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include "ops/pair_index_tensors.h"

namespace disgnn {
namespace {

std::vector<float> floats_of(const at::Tensor& values) {
  const at::Tensor plain = values.to(at::kFloat).contiguous();
  const auto* const data = plain.data_ptr<float>();
  return {data, data + plain.numel()};
}

std::vector<float> sums_by_row(const std::vector<float>& of_entries, const PairIndex& edges,
                               std::int64_t channels) {
  std::vector<float> sums(static_cast<std::size_t>(edges.nodes()) * channels);
  for (NodeId v = 0; v < edges.nodes(); ++v) {
    for (EntryId e = edges.offsets()[v]; e < edges.offsets()[v + 1]; ++e) {
      for (std::int64_t c = 0; c < channels; ++c) {
        sums[v * channels + c] += of_entries[e * channels + c];
      }
    }
  }
  return sums;
}

}  // namespace

LogitContributions logit_contributions(const nn::DisGnnModel& model, const nn::ModelOutput& output,
                                       std::span<const std::int32_t> predictions,
                                       const ops::PairIndexPtr& edges) {
  const at::AutoGradMode with_gradients(true);
  at::Tensor of_entries =
      at::zeros({edges->entries(), model.config().channels}, output.hidden.options());
  for (std::size_t l = 0; l < output.layers.size(); ++l) {
    if (!model.reads_layer(l)) continue;
    const at::Tensor weights =
        model.layer(l).edge_weights(output.layers[l], edges).detach().requires_grad_();
    const at::Tensor of_predicted =
        predicted_logits(model.logits_given(output, l, weights), predictions);
    // Later layers are held fast, so a node's logits depend on its own entries alone and one pass
    // serves all nodes. Gradients of the weights alone: those of the parameters stay as they are.
    of_predicted.sum().backward({}, /*retain_graph=*/c10::nullopt, /*create_graph=*/false, weights);
    of_entries.add_(weights.detach() * weights.grad());
  }
  LogitContributions result;
  result.of_entries = floats_of(of_entries);
  result.of_nodes = sums_by_row(result.of_entries, *edges, model.config().channels);
  return result;
}

at::Tensor predicted_logits(const at::Tensor& logits, std::span<const std::int32_t> predictions) {
  return logits.gather(1, ops::index_tensor(predictions).unsqueeze(1)).squeeze(1);
}

}  // namespace disgnn

#include <ATen/ATen.h>
#include <fmt/format.h>

#include "disgnn/nn/affine.h"
#include "disgnn/ops/channel_loss.h"
#include "disgnn/ops/recomputed.h"
#include "disgnn/ops/reference.h"
#include "pretext/tasks.h"

namespace disgnn::pretext {
namespace {

/// g([h_v ; z_v^i]) -> C logits, a 2-layer MLP. Its first matrix is split, so that [h ; z] is never
/// built: the h half is one product per node, shared by all channels.
class Discriminator : public nn::Module {
 public:
  Discriminator(std::int64_t input, const nn::ModelConfig& model, const nn::ParameterInit& init)
      : kernels_(model.kernels),
        node_weight_(register_parameter(
            "node_weight",
            init.xavier("node_weight", {input, model.hidden}, input + model.hidden, model.hidden))),
        message_(register_module("message", std::make_shared<nn::Affine>(model.hidden, model.hidden,
                                                                         init.scope("message")))),
        output_(register_module("output", std::make_shared<nn::Affine>(model.hidden, model.channels,
                                                                       init.scope("output")))) {}

  /// Mean cross-entropy over nodes and some channels, from their messages z[N, c, H].
  [[nodiscard]] at::Tensor loss(const nn::NodeInput& h, const at::Tensor& messages,
                                std::int64_t first_channel,
                                const ops::SharedGradientPtr& gradient = nullptr) const {
    const at::Tensor of_node = h.matmul(node_weight_);
    const ops::ChannelClassifier net{message_->weight(), message_->bias(), output_->weight(),
                                     output_->bias()};
    return kernels_ == ops::Kernels::kFast
               ? ops::channel_loss(messages, of_node, net, first_channel, gradient)
               : ops::reference::channel_loss(messages, of_node, net, first_channel);
  }

 private:
  ops::Kernels kernels_;
  at::Tensor node_weight_;  // [d, H]
  std::shared_ptr<nn::Affine> message_;
  std::shared_ptr<nn::Affine> output_;
};

/// Signal 3 (paper, Eq. 16 to 18): a discriminator must tell from a node's message which channel
/// it came from, so that channels carry different information.
class ChannelDifference : public PretextTask {
 public:
  ChannelDifference(PretextOptions options, const nn::DisGnnModel& model, std::uint64_t seed)
      : options_(std::move(options)), channels_(model.config().channels) {
    const nn::ParameterInit init(seed);
    for (const std::int64_t layer : options_.layers) {
      const std::string name = fmt::format("discriminator{}", layer);
      discriminators_.push_back(register_module(
          name, std::make_shared<Discriminator>(model.layer(layer).input_width(), model.config(),
                                                init.scope("channel." + name))));
    }
  }

  [[nodiscard]] std::string name() const override { return "channel"; }

  [[nodiscard]] at::Tensor loss(const PretextContext& context) const override {
    const nn::DisGnnModel& model = disentangling(context.model, name());
    at::Tensor total = at::zeros({}, context.output.hidden.options());
    for (std::size_t i = 0; i < discriminators_.size(); ++i) {
      const std::int64_t layer = options_.layers[i];
      total =
          total + layer_loss(*discriminators_[i], model.layer(layer), context.output.layers[layer]);
    }
    return total;
  }

 private:
  /// Mean over nodes and channels.
  [[nodiscard]] at::Tensor layer_loss(const Discriminator& discriminator,
                                      const nn::DisentangledLayer& layer,
                                      const nn::LayerOutput& output) const {
    if (!layer.is_lean()) {
      return discriminator.loss(output.input, output.messages, 0, output.messages_gradient);
    }
    // Every channel is a sum of its own: one at a time, computed again in the backward pass.
    at::Tensor sum = at::zeros({}, output.hidden.options());
    for (std::int64_t channel = 0; channel < channels_; ++channel) {
      const auto work = [&discriminator, &layer, channel, given = output.given(output.input)](
                            const at::Tensor& x) -> std::vector<at::Tensor> {
        const nn::NodeInput h = given.input.with_dense(x);
        return {discriminator.loss(h, layer.messages(given, h, {channel, 1}), channel)};
      };
      sum = sum + ops::recomputed(output.input.dense(), work)[0];
    }
    return sum / static_cast<double>(channels_);
  }

  PretextOptions options_;
  std::int64_t channels_;
  std::vector<std::shared_ptr<Discriminator>> discriminators_;
};

}  // namespace

std::shared_ptr<PretextTask> make_channel_difference(const PretextOptions& options,
                                                     const nn::NodeClassifier& model,
                                                     std::uint64_t seed) {
  return std::make_shared<ChannelDifference>(options, disentangling(model, "channel"), seed);
}

}  // namespace disgnn::pretext

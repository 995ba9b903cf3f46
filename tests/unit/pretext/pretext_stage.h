#pragma once

#include <ATen/ATen.h>

#include <cmath>

#include "disgnn/model/disgnn_model.h"
#include "disgnn/pretext/pretext_task.h"
#include "support/gradient_check.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace disgnn::pretext {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

using Labels = std::vector<std::int32_t>;

constexpr double kTiny = 1e-12;

inline double softplus_of(double x) {
  return std::log1p(std::exp(x));
}

/// A model in double whose outputs are set by the test instead of computed.
class Stage {
 public:
  Stage(Graph graph, nn::ModelConfig config, Labels labels = {})
      : graph_(std::move(graph)),
        config_(std::move(config)),
        model_(config_, 1),
        features_(random_tensor({graph_.nodes(), config_.features}, 5)),
        labels_(std::move(labels)) {
    model_.to(at::kDouble);
    randomise_parameters(model_, 3);
    const at::NoGradGuard no_gradients;
    output_ = model_.forward(features_, graph_.index(), {});
    labels_.resize(graph_.nodes(), -1);
    confidence_.resize(graph_.nodes(), 0);
  }

  [[nodiscard]] double loss(const PretextTask& task, std::uint32_t step = 0) const {
    return task
        .loss({.model = model_,
               .output = output_,
               .features = features_,
               .graph = graph_,
               .known_labels = labels_,
               .confidence = confidence_,
               .class_weights = class_weights_,
               .seed = 1,
               .step = step})
        .item<double>();
  }
  [[nodiscard]] std::shared_ptr<PretextTask> task(const std::string& name,
                                                  const PretextOptions& options) const {
    auto made = make_pretext_task(name, options, model_, 1);
    made->to(at::kDouble);
    randomise_parameters(*made, 8);
    return made;
  }
  [[nodiscard]] const Graph& graph() const { return graph_; }
  [[nodiscard]] const nn::NodeInput& features() const { return features_; }
  [[nodiscard]] const nn::DisGnnModel& model() const { return model_; }
  void set_features(const at::Tensor& values) { features_ = nn::NodeInput(values); }
  nn::ModelOutput& output() { return output_; }
  void set_labels(Labels labels) { labels_ = std::move(labels); }
  void set_confidence(std::vector<float> confidence) { confidence_ = std::move(confidence); }
  void set_class_weights(const at::Tensor& weights) { class_weights_ = weights; }

 private:
  Graph graph_;
  nn::ModelConfig config_;
  nn::DisGnnModel model_;
  nn::NodeInput features_;
  nn::ModelOutput output_;
  Labels labels_;
  std::vector<float> confidence_;
  at::Tensor class_weights_;
};

inline nn::ModelConfig config(std::int64_t channels, const std::string& scorer = "linear") {
  return {.features = 3,
          .classes = 2,
          .channels = channels,
          .hidden = 4,
          .layers = 2,
          .scorer = scorer};
}

}  // namespace disgnn::pretext

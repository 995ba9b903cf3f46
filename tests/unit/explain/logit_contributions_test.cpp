#include "disgnn/explain/logit_contributions.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/small_graphs.h"
#include "support/small_parts.h"
#include "support/tensors.h"

namespace disgnn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

struct Variant {
  std::string name;
  nn::ModelConfig config;
  bool has_parts = false;  ///< one in every port
};

class Contributions : public ::testing::TestWithParam<Variant> {
 protected:
  Contributions()
      : model_(GetParam().config, 1,
               GetParam().has_parts ? small_parts(GetParam().config) : nn::ModelParts{}) {
    model_.to(at::kDouble);
    randomise_parameters(model_, 3);
    output_ = model_.forward(features_, graph_.index(), {});
  }

  [[nodiscard]] at::Tensor weights_of(std::size_t layer) const {
    return model_.layer(layer).edge_weights(output_.layers[layer], graph_.index()).detach();
  }

  // Any class: it need not have the highest logit (--stage).
  inline static const std::vector<std::int32_t> kPredictions{0, 2, 1, 1};
  const Graph graph_ = triangle_with_tail();
  const nn::NodeInput features_{random_tensor({4, 3}, 7)};
  nn::DisGnnModel model_;
  nn::ModelOutput output_;
};

nn::ModelConfig small_config() {
  return {.features = 3, .classes = 3, .channels = 2, .hidden = 5, .layers = 2, .nodes = 4};
}

std::vector<Variant> variants() {
  std::vector<Variant> all{{"plain", small_config()}};
  Variant extended{"extended", small_config(), /*has_parts=*/true};
  extended.config.self_term = extended.config.jumping_knowledge = true;
  all.push_back(extended);
  Variant sage{"sage", small_config()};
  sage.config.aggregator = "sage";
  all.push_back(sage);
  Variant gcn{"gcn_jumping_knowledge", small_config()};
  gcn.config.aggregator = "gcn";
  gcn.config.jumping_knowledge = true;
  all.push_back(gcn);
  Variant lean = extended;
  lean.name = "lean";
  lean.config.memory = nn::MemoryUse::kLean;
  all.push_back(lean);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Of, Contributions, ::testing::ValuesIn(variants()),
                         [](const auto& with) { return with.param.name; });

TEST_P(Contributions, StartFromTheModelsOwnLogits) {
  const at::NoGradGuard no_gradients;
  for (std::size_t l = 0; l < 2; ++l) {
    if (!model_.reads_layer(l)) continue;
    EXPECT_TRUE(at::allclose(model_.logits_given(output_, l, weights_of(l)), output_.logits));
  }
}

TEST_P(Contributions, AreWeightsTimesTheSlopeOfTheLogit) {
  const LogitContributions found =
      logit_contributions(model_, output_, kPredictions, graph_.index());
  const at::NoGradGuard no_gradients;
  const at::Tensor predicted = at::tensor(kPredictions, at::kLong).unsqueeze(1);
  const std::vector<NodeId> rows = graph_.index()->expanded_rows();
  constexpr double kStep = 1e-6;
  for (EntryId e = 0; e < graph_.entries(); ++e) {
    for (std::int64_t c = 0; c < 2; ++c) {
      double expected = 0;
      for (std::size_t l = 0; l < 2; ++l) {
        if (!model_.reads_layer(l)) continue;
        const auto logit = [&](double by) {
          at::Tensor weights = weights_of(l).clone();
          weights[e][c] += by;
          return model_.logits_given(output_, l, weights).gather(1, predicted)[rows[e]][0];
        };
        const double slope = (logit(kStep) - logit(-kStep)).item<double>() / (2 * kStep);
        expected += weights_of(l)[e][c].item<double>() * slope;
      }
      EXPECT_NEAR(found.of_entries[e * 2 + c], expected, 1e-6 * (10 + std::abs(expected)))
          << "entry " << e << " channel " << c;
    }
  }
}

TEST_P(Contributions, AreOfTheLogitOfThePredictedClass) {
  const at::Tensor logits = predicted_logits(output_.logits, kPredictions);
  for (std::int64_t v = 0; v < 4; ++v) {
    EXPECT_EQ(logits[v].item<double>(), output_.logits[v][kPredictions[v]].item<double>());
  }
}

TEST_P(Contributions, AddUpByNode) {
  const LogitContributions found =
      logit_contributions(model_, output_, kPredictions, graph_.index());
  const std::vector<NodeId> rows = graph_.index()->expanded_rows();
  for (std::int64_t v = 0; v < 4; ++v) {
    for (std::int64_t c = 0; c < 2; ++c) {
      float sum = 0;
      for (EntryId e = 0; e < graph_.entries(); ++e) {
        if (rows[e] == v) sum += found.of_entries[e * 2 + c];
      }
      EXPECT_NEAR(found.of_nodes[v * 2 + c], sum, 1e-6);
    }
  }
}

TEST_P(Contributions, LeaveTheParametersGradientsAlone) {
  (void)logit_contributions(model_, output_, kPredictions, graph_.index());
  for (const auto& [name, tensor] : model_.named_parameters()) {
    EXPECT_FALSE(tensor.grad().defined()) << name;
  }
}

}  // namespace
}  // namespace disgnn

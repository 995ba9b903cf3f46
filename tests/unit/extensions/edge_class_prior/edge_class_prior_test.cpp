#include "extensions/edge_class_prior/edge_class_prior.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "disgnn/model/disgnn_model.h"
#include "disgnn/model/extension.h"
#include "extensions/edge_class_prior/class_agreement.h"
#include "support/gradient_check.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

// First guesses of the nodes' classes and what the scores of edges make of them.

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

double log_odds(double p) {
  return std::log(p / (1 - p));
}

TEST(ClassAgreement, IsTheLogOddsThatBothEndsShareAClass) {
  // 0 --- 1 --- 2: entries (0,0) (0,1) (1,0) (1,1) (1,2) (2,1) (2,2).
  const Graph graph = path(3);
  const at::Tensor q = tensor_of({0.8, 0.2, 0.5, 0.5, 0, 1}, {3, 2});
  const at::Tensor expected = tensor_of({0, 0, 0, 0, 0, 0, 0}, {7});  // 0.5 has no odds
  EXPECT_EQ(difference(class_agreement(q, graph.index(), ops::Kernels::kFast), expected, 1e-12),
            "");
  const at::Tensor sure = tensor_of({0.9, 0.1, 0.7, 0.3, 0, 1}, {3, 2});
  const double first = log_odds(0.9 * 0.7 + 0.1 * 0.3);
  const double second = log_odds(0.3);
  for (const auto kernels : {ops::Kernels::kFast, ops::Kernels::kReference}) {
    EXPECT_EQ(difference(class_agreement(sure, graph.index(), kernels),
                         tensor_of({0, first, first, 0, second, second, 0}, {7}), 1e-12),
              "");
  }
}

TEST(ClassAgreement, IsNoneBetweenNodesWithoutEvidence) {
  const Graph graph = path(3);
  const at::Tensor q = at::full({3, 200}, 1.0 / 200, at::kDouble);
  EXPECT_EQ(difference(class_agreement(q, graph.index(), ops::Kernels::kFast),
                       at::zeros({7}, at::kDouble), 1e-12),
            "");
}

TEST(ClassAgreement, IsNoneWhereThereIsOneClass) {
  const Graph graph = path(3);
  EXPECT_EQ(
      difference(class_agreement(at::ones({3, 1}, at::kDouble), graph.index(), ops::Kernels::kFast),
                 at::zeros({7}, at::kDouble), 0),
      "");
}

TEST(ClassAgreement, DecidesNoPairAlone) {
  const Graph graph = path(3);
  const at::Tensor q = tensor_of({1, 0, 1, 0, 0, 1}, {3, 2});
  const double most = log_odds(0.99);
  EXPECT_EQ(difference(class_agreement(q, graph.index(), ops::Kernels::kFast),
                       tensor_of({0, most, most, 0, -most, -most, 0}, {7}), 1e-9),
            "");
}

ModelConfig with_prior(const std::string& scorer, const std::string& aggregator) {
  ModelConfig config{.features = 3,
                     .classes = 2,
                     .channels = 3,
                     .hidden = 5,
                     .layers = 2,
                     .scorer = scorer,
                     .aggregator = aggregator,
                     .self_term = true,
                     .jumping_knowledge = true,
                     .nodes = 4};
  config.extensions.set("input", std::string("project"));
  config.extensions.set("gpr-hops", std::int64_t{2});
  config.extensions.set("edge-class-prior", true);
  return config;
}

struct ScorerAndAggregator {
  std::string scorer;
  std::string aggregator;
};

class ModelWithPrior : public ::testing::TestWithParam<ScorerAndAggregator> {
 protected:
  ModelWithPrior() : model_(config(), 1, make_parts(config(), 1)) {
    model_.to(at::kDouble);
    randomise_parameters(model_, 3);
  }

  static ModelConfig config() { return with_prior(GetParam().scorer, GetParam().aggregator); }
  [[nodiscard]] at::Tensor parameter(const std::string& name) const {
    return find_tensor(model_.named_parameters(), name);
  }

  const Graph graph_ = triangle_with_tail();
  DisGnnModel model_;
  const at::Tensor features_ = random_tensor({4, 3}, 7);
};

INSTANTIATE_TEST_SUITE_P(ScorerByAggregator, ModelWithPrior,
                         ::testing::Values(ScorerAndAggregator{"mlp", "attention"},
                                           ScorerAndAggregator{"dot", "attention"},
                                           ScorerAndAggregator{"linear", "attention"},
                                           ScorerAndAggregator{"mlp", "gcn"},
                                           ScorerAndAggregator{"linear", "sage"}),
                         [](const auto& info) {
                           return info.param.scorer + "_" + info.param.aggregator;
                         });

TEST_P(ModelWithPrior, AddsTheAgreementOfBothEndsToTheScores) {
  ModelConfig plain_config = config();
  plain_config.extensions.set("edge-class-prior", false);
  DisGnnModel plain(plain_config, 1, make_parts(plain_config, 1));
  plain.to(at::kDouble);
  for (const auto& [name, tensor] : plain.named_parameters())
    tensor.detach().copy_(parameter(name));
  const ModelOutput out = model_.forward(NodeInput(features_), graph_.index(), {});
  const ModelOutput without = plain.forward(NodeInput(features_), graph_.index(), {});
  const at::Tensor agreement = class_agreement(at::softmax(out.auxiliary_logits, 1), graph_.index(),
                                               ops::Kernels::kReference);
  // The first layer reads the same h in both models.
  EXPECT_EQ(difference(out.layers[0].scores,
                       without.layers[0].scores +
                           agreement.unsqueeze(1) * parameter("layer0.prior_weight").unsqueeze(0),
                       1e-10),
            "");
  EXPECT_NE(difference(out.logits, without.logits, 1e-6), "");
  EXPECT_FALSE(without.auxiliary_logits.defined());
}

TEST_P(ModelWithPrior, ScoresFurtherPairsAsItScoresEdges) {
  const ModelOutput out = model_.forward(NodeInput(features_), graph_.index(), {});
  for (const std::size_t i : {0, 1}) {
    EXPECT_EQ(difference(model_.layer(i).pair_logits(out.layers[i], graph_.index()),
                         out.layers[i].scores.sum(1), 1e-10),
              "");
    EXPECT_EQ(difference(model_.layer(i).pair_scores(out.layers[i], graph_.index()),
                         out.layers[i].scores, 1e-10),
              "");
  }
}

TEST_P(ModelWithPrior, LearnsHowMuchItCounts) {
  // The prior is given: its own weights are held still.
  NamedTensors weights;
  for (const std::string name : {"layer0.prior_weight", "layer1.prior_weight"}) {
    weights.emplace_back(name, parameter(name));
  }
  const at::Tensor cotangent = random_tensor({4, 2}, 8);
  EXPECT_EQ(gradient_difference(weights,
                                [&] {
                                  const auto out =
                                      model_.forward(NodeInput(features_), graph_.index(), {});
                                  return (out.logits * cotangent).sum();
                                }),
            "");
}

TEST_P(ModelWithPrior, LetsTheFirstGuessTeachNothingButItself) {
  const ForwardMode mode{.training = true, .seed = 1, .step = 4};
  const ModelOutput out = model_.forward(NodeInput(features_), graph_.index(), mode);
  out.auxiliary_logits.pow(2).sum().backward();
  for (const auto& [name, tensor] : model_.named_parameters()) {
    const bool touched = tensor.grad().defined() && tensor.grad().abs().max().item<double>() > 0;
    EXPECT_EQ(touched, name.starts_with("edge_prior.")) << name;
  }
}

TEST_P(ModelWithPrior, LetsTheLogitsTeachNoGuess) {
  const ModelOutput out = model_.forward(NodeInput(features_), graph_.index(), {});
  out.logits.pow(2).sum().backward();
  for (const auto& [name, tensor] : model_.named_parameters()) {
    EXPECT_FALSE(name.starts_with("edge_prior.") && tensor.grad().defined()) << name;
  }
}

TEST_P(ModelWithPrior, HearsTheAgreementOfHalfTheEntriesInTraining) {
  const LayerOutput layer = model_.forward(NodeInput(features_), graph_.index(), {}).layers[0];
  const at::Tensor prior =
      layer.evidence.of_entries.unsqueeze(1) * parameter("layer0.prior_weight");
  const at::Tensor whole = layer.scores;
  const std::int64_t updates = 40;
  std::vector<std::int64_t> heard(static_cast<std::size_t>(whole.size(0)));
  for (std::int64_t step = 0; step < updates; ++step) {
    ForwardMode mode;
    mode.training = true;
    mode.step = static_cast<std::uint32_t>(step);
    const at::Tensor scores =
        model_.forward(NodeInput(features_), graph_.index(), mode).layers[0].scores;
    for (std::int64_t e = 0; e < whole.size(0); ++e) {
      if (prior[e].abs().max().item<double>() == 0) continue;  // a node and itself
      const bool with = difference(scores[e], whole[e], 1e-9).empty();
      EXPECT_TRUE(with || difference(scores[e], whole[e] - prior[e], 1e-9).empty());
      heard[static_cast<std::size_t>(e)] += with ? 1 : 0;
    }
  }
  for (std::int64_t e = 0; e < whole.size(0); ++e) {
    if (prior[e].abs().max().item<double>() == 0) continue;
    EXPECT_NEAR(static_cast<double>(heard[static_cast<std::size_t>(e)]), updates / 2.0, 12) << e;
  }
}

std::shared_ptr<DisGnnModel> model_of(const ModelConfig& config) {
  return std::make_shared<DisGnnModel>(config, 1, make_parts(config, 1));
}

TEST(PriorWeight, StartsWithOppositeHalves) {
  const auto model = model_of(with_prior("mlp", "attention"));
  const at::Tensor weight = find_tensor(model->named_parameters(), "layer1.prior_weight");
  EXPECT_EQ(difference(weight.to(at::kDouble), tensor_of({1, -0.5, -0.5}, {3}), 1e-7), "");
  ModelConfig lone = with_prior("mlp", "attention");
  lone.channels = 1;
  EXPECT_EQ(find_tensor(model_of(lone)->named_parameters(), "layer0.prior_weight").item<double>(),
            0);
  EXPECT_FALSE(model->param_group_of("layer1.prior_weight").weight_decay);
  EXPECT_FALSE(model->param_group_of("gpr.gammas").weight_decay);
  EXPECT_TRUE(model->param_group_of("edge_prior.own.weight").weight_decay);
}

TEST(FirstGuess, StartsWithoutEvidenceAndLearnsFast) {
  const auto model = model_of(with_prior("mlp", "attention"));
  const ModelOutput out = model->forward(NodeInput(random_tensor({4, 3}, 7).to(at::kFloat)),
                                         triangle_with_tail().index(), {});
  EXPECT_EQ(out.auxiliary_logits.abs().max().item<float>(), 0);
  EXPECT_EQ(model->param_group_of("edge_prior.own.weight").lr_scale, 4);
  EXPECT_EQ(model->param_group_of("layer0.prior_weight").lr_scale, 1);
}

TEST(Scorers, AreSilentAtFirstBesideAPrior) {
  const NodeInput features(random_tensor({4, 3}, 7).to(at::kFloat));
  const Graph graph = triangle_with_tail();
  for (const std::string scorer : {"mlp", "linear", "dot"}) {
    ModelConfig config = with_prior(scorer, "attention");
    const auto largest = [&] {
      const auto model = model_of(config);
      const ModelOutput out = model->forward(features, graph.index(), {});
      return out.layers[0].scores.abs().max().item<float>();
    };
    // The scores of dot are products of a weight with itself, which would stay at zero.
    EXPECT_EQ(largest() == 0, scorer != "dot") << scorer;
    config.extensions.set("edge-class-prior", false);
    EXPECT_GT(largest(), 0) << scorer;
  }
}

}  // namespace
}  // namespace disgnn::nn

#include "disgnn/pretext/pretext_task.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "pretext_stage.h"
#include "support/expect_error.h"
#include "support/small_parts.h"

namespace disgnn::pretext {
namespace {

// ---- edge recovery ------------------------------------------------------------------------------

/// Puts other terms into a layer's output.
template <typename Change>
void change_terms(nn::LayerOutput& layer, const Change& change) {
  nn::NodeTerms terms = *layer.terms;
  change(terms);
  layer.terms = std::make_shared<const nn::NodeTerms>(terms);
}

/// Terms whose sum over both ends scores a pair (linear scorer).
void set_linear_terms(nn::LayerOutput& layer, const at::Tensor& row, const at::Tensor& column) {
  change_terms(layer, [&](nn::NodeTerms& terms) {
    terms.row = row;
    terms.column = column;
  });
}

/// Scores of the pairs of `index` as the given layer would compute them, summed over channels.
at::Tensor summed_linear_scores(const nn::LayerOutput& layer, const std::vector<NodePair>& pairs) {
  at::Tensor sums = at::empty({static_cast<std::int64_t>(pairs.size())}, at::kDouble);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    sums[static_cast<std::int64_t>(i)] =
        (layer.terms->row[pairs[i].row] + layer.terms->column[pairs[i].column]).sum();
  }
  return sums;
}

TEST(SelfTraining, IsTheCrossEntropyWithPseudoLabels) {
  nn::ModelConfig sizes = config(2);
  sizes.classes = 3;
  Stage stage(path(5), sizes, {0, 2, -1, 1, 1});
  stage.set_confidence({0, 0.95F, 0, 0.85F, 0.75F});  // of node 0 the label is a true one
  const auto task = stage.task("self", {.self_confidence = 0.8});
  EXPECT_TRUE(task->uses_known_labels());
  const at::Tensor p = at::softmax(stage.model().classify(stage.output().hidden), 1);
  const double of_1 = -std::log(p[1][2].item<double>());
  const double of_3 = -std::log(p[3][1].item<double>());
  EXPECT_NEAR(stage.loss(*task), (of_1 + of_3) / 2, 1e-12);
  stage.set_class_weights(tensor_of({1, 3, 1}, {3}));
  EXPECT_NEAR(stage.loss(*task), (of_1 + 3 * of_3) / 4, 1e-12);
  stage.set_confidence({0, 0, 0, 0, 0});
  EXPECT_EQ(stage.loss(*task), 0);
}

TEST(SelfTraining, NeverLetsAPseudoLabelWeighMoreThanATrueOne) {
  nn::ModelConfig sizes = config(2);
  sizes.classes = 3;
  Stage stage(path(5), sizes, {0, 2, -1, 1, 1});
  stage.set_confidence({0, 0.95F, 0, 0, 0});  // three training nodes, one sure prediction
  const auto task = stage.task("self", {.self_confidence = 0.8});
  const at::Tensor p = at::softmax(stage.model().classify(stage.output().hidden), 1);
  EXPECT_NEAR(stage.loss(*task), -std::log(p[1][2].item<double>()) / 3, 1e-12);
}

TEST(EdgeRecovery, IsTheMeanCrossEntropyOfEdgesAndNonEdges) {
  // 0 --- 1 --- 2: 7 entries, non-edges (0,2) and (2,0), both fewer than 3 * 7: all are used.
  Stage stage(path(3), config(2));
  const auto task = stage.task("edge", {.layers = {0, 1}});
  double expected = 0;
  for (const nn::LayerOutput& layer : stage.output().layers) {
    double sum = 0;
    const std::vector<NodePair> edges{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}, {2, 2}};
    const at::Tensor of_edges = summed_linear_scores(layer, edges);
    for (int i = 0; i < 7; ++i) sum += -std::log(1 / (1 + std::exp(-of_edges[i].item<double>())));
    const at::Tensor of_others = summed_linear_scores(layer, {{0, 2}, {2, 0}});
    for (int i = 0; i < 2; ++i) {
      sum += -std::log(1 - 1 / (1 + std::exp(-of_others[i].item<double>())));
    }
    expected += sum / 9;
  }
  EXPECT_NEAR(stage.loss(*task), expected, kTiny);
}

/// Makes pairs that are edges score `of_edge` and all others 0, by the `dot` scorer: s_vu = P_v .
/// P_u can be any positive definite matrix, with P its Cholesky factor.
void set_dot_scores(Stage& stage, double of_edge) {
  const Graph& graph = stage.graph();
  const NodeId n = graph.nodes();
  // Self loops, never drawn as negatives, make the matrix positive definite.
  at::Tensor matrix = at::zeros({n, n}, at::kDouble);
  for (EntryId e = 0; e < graph.entries(); ++e) {
    const NodeId v = graph.index()->expanded_rows()[e];
    const NodeId u = graph.index()->columns()[e];
    matrix[v][u] = v == u ? 2 * of_edge * n : of_edge;
  }
  change_terms(stage.output().layers[0], [&](nn::NodeTerms& terms) {
    terms.blocks = at::linalg_cholesky(matrix).view({n, 1, 1, n});
  });
}

/// With all entries scored 50 (loss 2e-22 each) and non-edges 0 (loss ln 2 each), the mean gives
/// away the number of negatives; an edge drawn as a negative would add `of_edge` to the sum.
double negatives_from_loss(double loss, double positives) {
  const double share = loss / std::log(2.0);  // negatives / (positives + negatives)
  return share * positives / (1 - share);
}

struct NegativeCount {
  Graph graph;
  double edge_share;
  double negatives_per_edge;
  double positives;
  double negatives;
};

TEST(EdgeRecovery, SamplesThreeNegativesPerPositiveButNoMoreThanThereAre) {
  const std::vector<NegativeCount> cases = {
      // 20 nodes on a path: 58 entries, 342 non-edges.
      {path(20), 1.0, 3.0, 58, 174},         // three per positive
      {path(20), 0.5, 3.0, 29, 87},          // half of the positives, three for each
      {path(20), 0.1, 3.0, 6, 18},           // 5.8 rounds to 6; 3 * 6 < 0.1 * 342
      {path(20), 1.0, 100.0, 58, 342},       // all non-edges
      {path(20), 0.5, 100.0, 29, 171},       // the same share of all non-edges
      {path(3), 1.0, 3.0, 7, 2},             // small graph: two non-edges only
      {complete(6, true), 1.0, 3.0, 34, 2},  // near-complete: (0,1) and (1,0)
  };
  for (const NegativeCount& expected : cases) {
    Stage stage(expected.graph, config(1, "dot"));
    set_dot_scores(stage, 50);
    stage.output().layers[0].scores = at::full({expected.graph.entries(), 1}, 50.0, at::kDouble);
    const auto task = stage.task("edge", {.edge_share = expected.edge_share,
                                          .negatives_per_edge = expected.negatives_per_edge,
                                          .layers = {0}});
    for (const std::uint32_t step : {0U, 1U, 2U}) {
      EXPECT_NEAR(negatives_from_loss(stage.loss(*task, step), expected.positives),
                  expected.negatives, 1e-9);
    }
  }
}

TEST(EdgeRecovery, AsANoisyOrNeedsOneChannelThatExplainsAnEdge) {
  // Path of three: 7 entries, of which two are checked by hand, and 2 non-edges.
  Stage stage(path(3), config(2));
  nn::LayerOutput& layer = stage.output().layers[0];
  const double ln3 = std::log(3.0);
  // Edges: existence 3/4 and 1/2 in the two channels, so 1 - 1/4 * 1/2 = 7/8 together.
  layer.scores = tensor_of({ln3, 0}, {1, 2}).repeat({7, 1});
  // Non-edges: 1/4 and 1/2, so none explains them with probability 3/4 * 1/2 = 3/8.
  set_linear_terms(layer, tensor_of({-ln3, 0}, {1, 2}).repeat({3, 1}),
                   at::zeros({3, 2}, at::kDouble));
  const auto task = stage.task("edge", {.edge_union = EdgeUnion::kNoisyOr, .layers = {0}});
  EXPECT_NEAR(stage.loss(*task), -(7 * std::log(7.0 / 8) + 2 * std::log(3.0 / 8)) / 9, kTiny);
  layer.scores = at::full({7, 2}, -1e4, at::kDouble);
  EXPECT_TRUE(std::isfinite(stage.loss(*task)));
}

TEST(EdgeRecovery, UsesAShareOfTheEdgesAsPositives) {
  // Negatives score -100 and cost nothing, edges score 0 and cost ln 2 each: 29 of 58 are chosen.
  Stage stage(path(20), config(1));
  nn::LayerOutput& layer = stage.output().layers[0];
  set_linear_terms(layer, at::full({20, 1}, -100.0, at::kDouble), at::zeros({20, 1}, at::kDouble));
  layer.scores = at::zeros({58, 1}, at::kDouble);
  const auto task = stage.task("edge", {.edge_share = 0.5, .layers = {0}});
  EXPECT_NEAR(stage.loss(*task), 29 * std::log(2.0) / (29 + 87), kTiny);
}

TEST(EdgeRecovery, DrawsFreshPairsEveryStep) {
  Stage stage(path(20), config(2));
  for (const double share : {1.0, 0.5}) {
    const auto task = stage.task("edge", {.edge_share = share, .layers = {0}});
    EXPECT_EQ(stage.loss(*task, 1), stage.loss(*task, 1));
    EXPECT_NE(stage.loss(*task, 1), stage.loss(*task, 2));
  }
  // Positives alone: negatives all score the same.
  const at::Tensor zeros = at::zeros({20, 2}, at::kDouble);
  set_linear_terms(stage.output().layers[0], zeros, zeros);
  const auto task = stage.task("edge", {.edge_share = 0.5, .layers = {0}});
  EXPECT_NE(stage.loss(*task, 1), stage.loss(*task, 2));
}

TEST(EdgeRecovery, OfACompleteGraphHasPositivesOnly) {
  Stage stage(complete(4), config(1));
  stage.output().layers[0].scores = at::full({16, 1}, 2.0, at::kDouble);
  EXPECT_NEAR(stage.loss(*stage.task("edge", {.layers = {0}})), softplus_of(-2.0), kTiny);
}

// ---- label conformity ---------------------------------------------------------------------------

/// Path 0 --- 1 --- 2 --- 3, entries (0,0) (0,1) (1,0) (1,1) (1,2) (2,1) (2,2) (2,3) (3,2) (3,3).
Stage labelled_path(std::int64_t channels) {
  // Nodes 0 and 1 are of one class, 2 of another, 3 unknown: (0,1) (1,0) are homo, (1,2) (2,1)
  // hetero, all others do not count.
  return {path(4), config(channels), {0, 0, 1, -1}};
}

TEST(LabelConformity, TeachesEachHalfItsKindOfEdge) {
  Stage stage = labelled_path(3);  // channel 0: homo, channels 1 and 2: hetero
  const at::Tensor s = random_tensor({10, 3}, 21);
  stage.output().layers[0].scores = s;
  const auto homo_logit = [&](int e) { return s[e][0].item<double>(); };
  const auto hetero_logit = [&](int e) { return (s[e][1] + s[e][2]).item<double>(); };
  double expected = 0;
  for (const int e : {1, 2}) {  // homo edges
    expected += (softplus_of(-homo_logit(e)) + softplus_of(hetero_logit(e))) / 4;
  }
  for (const int e : {4, 5}) {  // hetero edges
    expected += (softplus_of(homo_logit(e)) + softplus_of(-hetero_logit(e))) / 4;
  }
  // Two edges of each kind: balancing changes nothing.
  EXPECT_NEAR(stage.loss(*stage.task("conform", {.balanced = false, .layers = {0}})), expected,
              kTiny);
  EXPECT_NEAR(stage.loss(*stage.task("conform", {.balanced = true, .layers = {0}})), expected,
              kTiny);
}

TEST(LabelConformity, LooksAtKnownEdgesWithoutSelfLoopsOnly) {
  Stage stage = labelled_path(2);
  const auto task = stage.task("conform", {.layers = {0}});
  const double before = stage.loss(*task);
  for (const int e : {0, 3, 6, 7, 8, 9}) stage.output().layers[0].scores[e].fill_(123.0);
  EXPECT_EQ(stage.loss(*task), before);
  for (const int e : {1, 2, 4, 5}) {
    const double now = stage.loss(*task);
    stage.output().layers[0].scores[e].add_(1.0);
    EXPECT_NE(stage.loss(*task), now) << "entry " << e;
  }
}

TEST(LabelConformity, WeighsBothKindsEquallyWhenBalanced) {
  // A hub of class 0 with three leaves: 1 and 2 of class 0, 3 of class 1. Four homo entries, two
  // hetero. All scores 0 but the hetero edges' homo logit: 5.
  Stage stage(hub(3), config(2));
  stage.set_labels({0, 0, 0, 1});
  const PairIndex& index = *stage.graph().index();
  at::Tensor scores = at::zeros({index.entries(), 2}, at::kDouble);
  for (EntryId e = 0; e < index.entries(); ++e) {
    const bool hetero = (index.expanded_rows()[e] == 3) != (index.columns()[e] == 3);
    if (hetero) scores[e][0] = 5.0;
  }
  stage.output().layers[0].scores = scores;
  const double ln2 = std::log(2.0);
  // Homo half: homo edges ln 2, hetero edges softplus(5). Hetero half: ln 2 throughout.
  EXPECT_NEAR(stage.loss(*stage.task("conform", {.balanced = false, .layers = {0}})),
              4.0 / 6 * ln2 + 2.0 / 6 * softplus_of(5) + ln2, kTiny);
  EXPECT_NEAR(stage.loss(*stage.task("conform", {.balanced = true, .layers = {0}})),
              0.5 * ln2 + 0.5 * softplus_of(5) + ln2, kTiny);
}

TEST(LabelConformity, WithOneKindOfEdgeAveragesOverIt) {
  Stage stage(path(3), config(2));
  stage.set_labels({1, 1, -1});
  stage.output().layers[0].scores = at::full({7, 2}, 3.0, at::kDouble);
  for (const bool balanced : {false, true}) {
    EXPECT_NEAR(stage.loss(*stage.task("conform", {.balanced = balanced, .layers = {0}})),
                softplus_of(-3) + softplus_of(3), kTiny);
  }
}

TEST(LabelConformity, WithoutKnownEdgesIsZero) {
  Stage stage(path(4), config(2));
  const auto task = stage.task("conform", {.layers = {0, 1}});
  EXPECT_EQ(stage.loss(*task), 0.0);
  stage.set_labels({0, -1, 1, -1});  // every edge has an unknown end
  EXPECT_EQ(stage.loss(*task), 0.0);
}

TEST(LabelConformity, OfOneChannelTrainsTheHeteroHalfOnly) {
  Stage stage = labelled_path(1);
  stage.output().layers[0].scores = at::full({10, 1}, 2.0, at::kDouble);
  EXPECT_NEAR(stage.loss(*stage.task("conform", {.layers = {0}})),
              0.5 * softplus_of(2) + 0.5 * softplus_of(-2), kTiny);
}

// ---- channel difference -------------------------------------------------------------------------

TEST(ChannelDifference, IsTheMeanCrossEntropyOfTellingChannelsApart) {
  Stage stage(path(3), config(3));
  const auto task = stage.task("channel", {.layers = {0, 1}});
  double expected = 0;
  for (const int number : {0, 1}) {
    const std::string name = "discriminator" + std::to_string(number) + ".";
    const auto parameter = [&](const std::string& part) {
      return find_tensor(task->named_parameters(), name + part).detach();
    };
    const nn::LayerOutput& layer = stage.output().layers[number];
    const at::Tensor h = layer.input.matmul(at::eye(layer.input.columns(), at::kDouble));
    const at::Tensor W = at::cat({parameter("node_weight"), parameter("message.weight")}, 0);
    for (int v = 0; v < 3; ++v) {
      for (int i = 0; i < 3; ++i) {
        const at::Tensor unit =
            at::cat({h[v], layer.messages[v][i]}).matmul(W) + parameter("message.bias");
        const at::Tensor logits =
            at::where(unit > 0, unit, 0.01 * unit).matmul(parameter("output.weight")) +
            parameter("output.bias");
        const at::Tensor shares = logits.exp() / logits.exp().sum();
        expected += -std::log(shares[i].item<double>()) / 9;
      }
    }
  }
  EXPECT_NEAR(stage.loss(*task), expected, kTiny);
}

TEST(ChannelDifference, OfOneChannelIsZero) {
  Stage stage(path(3), config(1));
  EXPECT_EQ(stage.loss(*stage.task("channel", {.layers = {0, 1}})), 0.0);
}

TEST(ChannelDifference, HasOneDiscriminatorPerChosenLayer) {
  Stage stage(path(3), config(2));
  for (const auto& [name, tensor] : stage.task("channel", {.layers = {1}})->named_parameters()) {
    EXPECT_THAT(name, ::testing::StartsWith("discriminator1."));
  }
  EXPECT_EQ(stage.task("channel", {.layers = {0, 1}})->named_parameters().size(), 10U);
}

// ---- all tasks ----------------------------------------------------------------------------------

TEST(PretextTasks, AreKnownByName) {
  EXPECT_THAT(pretext_task_names(),
              ::testing::UnorderedElementsAre("edge", "conform", "channel", "self", "attribute",
                                              "distance", "context", "factor"));
  const nn::DisGnnModel model(config(2), 1);
  expect_usage_error({"pretext task", "distanec", "conform"},
                     [&] { (void)make_pretext_task("distanec", {}, model, 1); });
}

class EveryTask : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(ByName, EveryTask, ::testing::Values("edge", "conform", "channel"),
                         [](const auto& info) { return info.param; });

TEST_P(EveryTask, AddsUpOverTheChosenLayers) {
  Stage stage = labelled_path(4);
  const auto both = stage.task(GetParam(), {.layers = {0, 1}});
  const auto copy_of = [&](const PretextOptions& options) {
    auto single = stage.task(GetParam(), options);
    for (const auto& [name, tensor] : single->named_parameters()) {
      tensor.set_data(find_tensor(both->named_parameters(), name).detach().clone());
    }
    return single;
  };
  const auto first = copy_of({.layers = {0}});
  const auto second = copy_of({.layers = {1}});
  EXPECT_GT(stage.loss(*first), 0);
  EXPECT_GT(stage.loss(*second), 0);
  EXPECT_NE(stage.loss(*first), stage.loss(*second));
  EXPECT_NEAR(stage.loss(*both), stage.loss(*first) + stage.loss(*second), kTiny);
}

TEST_P(EveryTask, HasTheRightGradients) {
  const Graph graph = triangle_with_tail();
  const at::Tensor h = random_tensor({4, 3}, 5);
  const Labels labels{0, 0, 1, -1};
  for (const std::string scorer : {"mlp", "linear", "dot"}) {
    for (const double share : {1.0, 0.6}) {
      SCOPED_TRACE(scorer);
      const bool extended = share < 1;
      const nn::ModelConfig sizes{.features = 3,
                                  .classes = 2,
                                  .channels = 3,
                                  .hidden = 2,
                                  .layers = 2,
                                  .scorer = scorer,
                                  .self_term = extended,
                                  .jumping_knowledge = extended};
      nn::DisGnnModel model(sizes, 1, extended ? small_parts(sizes) : nn::ModelParts{});
      const auto task =
          make_pretext_task(GetParam(),
                            {.edge_share = share,
                             .edge_union = extended ? EdgeUnion::kNoisyOr : EdgeUnion::kSum,
                             .layers = {0, 1}},
                            model, 1);
      model.to(at::kDouble);
      task->to(at::kDouble);
      randomise_parameters(model, 31);
      randomise_parameters(*task, 61);
      nn::NamedTensors inputs = model.named_parameters();
      for (const auto& parameter : task->named_parameters()) inputs.push_back(parameter);
      const auto loss = [&] {
        const nn::ModelOutput output = model.forward(nn::NodeInput(h), graph.index(), {});
        return task->loss({.model = model,
                           .output = output,
                           .features = nn::NodeInput(h),
                           .graph = graph,
                           .known_labels = labels,
                           .seed = 1,
                           .step = 3});
      };
      EXPECT_EQ(gradient_difference(inputs, loss), "");
    }
  }
}

/// The loss of one task in training, then the gradients of the model's and the task's parameters.
std::vector<at::Tensor> loss_and_gradients(const std::string& name, const nn::ModelConfig& sizes) {
  const Graph graph = triangle_with_tail();
  const Labels labels{0, 0, 1, -1};
  nn::DisGnnModel model(sizes, 1);
  const auto task = make_pretext_task(name, {.edge_share = 0.6, .layers = {0, 1}}, model, 1);
  model.to(at::kDouble);
  task->to(at::kDouble);
  randomise_parameters(model, 31);
  randomise_parameters(*task, 61);
  const nn::ForwardMode mode{.training = true, .seed = 1, .step = 3};
  const nn::NodeInput h(random_tensor({4, 3}, 5));
  const at::Tensor loss = task->loss({.model = model,
                                      .output = model.forward(h, graph.index(), mode),
                                      .features = h,
                                      .graph = graph,
                                      .known_labels = labels,
                                      .seed = 1,
                                      .step = 3});
  (0.7 * loss).backward();
  std::vector<at::Tensor> results{loss.detach()};
  nn::NamedTensors parameters = model.named_parameters();
  for (const auto& parameter : task->named_parameters()) parameters.push_back(parameter);
  for (const auto& [parameter, tensor] : parameters) {
    results.push_back(tensor.grad().defined() ? tensor.grad() : at::zeros_like(tensor).detach());
  }
  return results;
}

TEST_P(EveryTask, IsTheSameWithLittleMemoryAndWithTheReferenceKernels) {
  for (const std::string scorer : {"mlp", "linear", "dot"}) {
    for (const std::string aggregator : {"attention", "gcn", "sage"}) {
      SCOPED_TRACE(scorer + " " + aggregator);
      nn::ModelConfig sizes{.features = 3,
                            .classes = 2,
                            .channels = 3,
                            .hidden = 2,
                            .layers = 2,
                            .scorer = scorer,
                            .aggregator = aggregator,
                            .dropout = 0.3,
                            .edge_dropout = 0.4};
      const auto expected = loss_and_gradients(GetParam(), sizes);
      for (const auto memory : {nn::MemoryUse::kNormal, nn::MemoryUse::kLean}) {
        for (const auto kernels : {ops::Kernels::kFast, ops::Kernels::kReference}) {
          sizes.memory = memory;
          sizes.kernels = kernels;
          const auto found = loss_and_gradients(GetParam(), sizes);
          ASSERT_EQ(found.size(), expected.size());
          for (std::size_t i = 0; i < found.size(); ++i) {
            EXPECT_EQ(difference(found[i], expected[i], kTiny), "") << "result " << i;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace disgnn::pretext

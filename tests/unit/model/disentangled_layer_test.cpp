#include "disgnn/model/disentangled_layer.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "loop_layer.h"
#include "support/expect_error.h"
#include "support/gradient_check.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

constexpr double kTiny = 1e-12;

/// A layer in double with random parameters.
std::shared_ptr<DisentangledLayer> random_layer(const LayerConfig& config) {
  auto layer = std::make_shared<DisentangledLayer>(config, ParameterInit(1));
  layer->to(at::kDouble);
  randomise_parameters(*layer, 5);
  return layer;
}

class EveryLayer
    : public ::testing::TestWithParam<std::tuple<std::string, std::string, std::string>> {
 protected:
  static LayerConfig config(LayerSizes sizes) {
    return {.sizes = sizes,
            .scorer = std::get<0>(GetParam()),
            .aggregator = std::get<1>(GetParam()),
            .edge_norm = std::get<2>(GetParam())};
  }
};

INSTANTIATE_TEST_SUITE_P(ScorerByAggregator, EveryLayer,
                         ::testing::Combine(::testing::ValuesIn(scorer_names()),
                                            ::testing::ValuesIn(aggregator_names()),
                                            ::testing::ValuesIn(edge_norm_names())),
                         [](const auto& info) {
                           return std::get<0>(info.param) + "_" + std::get<1>(info.param) + "_" +
                                  std::get<2>(info.param);
                         });

TEST(DisentangledLayer, KnowsThePapersScorersAndAggregators) {
  EXPECT_THAT(scorer_names(), ::testing::UnorderedElementsAre("mlp", "linear", "dot"));
  EXPECT_THAT(aggregator_names(), ::testing::UnorderedElementsAre("attention", "gcn", "sage"));
}

// 0 --- 1
//  \   /        h_0 = (1, 0), h_1 = (0, 1), h_2 = (1, 1), h_3 = (0, 0)
//    2 --- 3    d = 2, C = 2, H = 1
TEST(DisentangledLayer, MatchesAValueComputedByHand) {
  const double ln3 = std::log(3.0);
  auto layer = random_layer({.sizes = {.input = 2, .channels = 2, .hidden = 1}});
  // W1_0 [h_v ; h_u] = h_v[0] + h_u[1] =: x_vu and W1_1 [h_v ; h_u] = -x_vu.
  set_parameter(*layer, "scorer.row_weight", {1, -1, 0, 0});  // rows: feature, columns: channel
  set_parameter(*layer, "scorer.column_weight", {0, 0, 1, -1});
  // s^0 = ln 3 * x and, because LeakyReLU(-x) = -x / 100, s^1 = 100 ln 3 * (-x / 100) = -ln 3 * x.
  set_parameter(*layer, "scorer.output_weight", {ln3, 100 * ln3});
  // W_feat h_u: h_0 -> (1, 2), h_1 -> (3, 4), h_2 -> (4, 6), h_3 -> (0, 0).
  set_parameter(*layer, "aggregator.feature_weight", {1, 2, 3, 4});
  // h'_v = LeakyReLU(z^0 - z^1 + 1)
  set_parameter(*layer, "fuse.weight", {1, -1});
  set_parameter(*layer, "fuse.bias", {1});
  const NodeInput h(tensor_of({1, 0, 0, 1, 1, 1, 0, 0}, {4, 2}));
  const LayerOutput out = layer->forward(h, triangle_with_tail().index(), {});

  // x_vu = h_v[0] + h_u[1]:  row 0 (u = 0, 1, 2): 1 2 2     row 2 (u = 0, 1, 2, 3): 1 2 2 1
  //                          row 1 (u = 0, 1, 2): 0 1 1     row 3 (u = 2, 3):       1 0
  EXPECT_EQ(difference(out.scores.select(1, 0),
                       ln3 * tensor_of({1, 2, 2, 0, 1, 1, 1, 2, 2, 1, 1, 0}, {12}), kTiny),
            "");
  EXPECT_EQ(difference(out.scores.select(1, 1), -out.scores.select(1, 0), kTiny), "");

  // Existence = 3^x / (3^x + 1):   channel 0: x = 0, 1, 2 -> 0.5, 0.75, 0.9
  //                                channel 1: x = 0, 1, 2 -> 0.5, 0.25, 0.1
  // exp(0.1) = 1.105171, exp(0.25) = 1.284025, exp(0.5) = 1.648721, exp(0.75) = 2.117000,
  // exp(0.9) = 2.459603
  // A, channel 0, row 0: 2.117000 / (2.117000 + 2.459603 + 2.459603 = 7.036206) = 0.300872
  //                      2.459603 / 7.036206 = 0.349564 twice
  // A, channel 1, row 3: 1.284025 / (1.284025 + 1.648721 = 2.932747) = 0.437823, 0.562177
  const at::Tensor weights = layer->edge_weights(out, triangle_with_tail().index());
  EXPECT_NEAR(weights[0][0].item<double>(), 0.300872, 1e-6);
  EXPECT_NEAR(weights[1][0].item<double>(), 0.349564, 1e-6);
  EXPECT_NEAR(weights[2][0].item<double>(), 0.349564, 1e-6);
  EXPECT_NEAR(weights[10][1].item<double>(), 0.437823, 1e-6);
  EXPECT_NEAR(weights[11][1].item<double>(), 0.562177, 1e-6);

  // z_0^0 = 0.300872 * 1 + 0.349564 * 3 + 0.349564 * 4             = 2.747819
  // z_0^1 = 0.367456 * 2 + 0.316272 * 4 + 0.316272 * 6             = 3.897633
  // z_1^0 = 0.280265 * 1 + 0.359867 * 3 + 0.359867 * 4             = 2.799337
  // z_1^1 = 0.390991 * 2 + 0.304504 * 4 + 0.304504 * 6             = 3.827026
  // z_2^0 = 0.231285 * 1 + 0.268715 * 3 + 0.268715 * 4 + 0.231285 * 0 = 2.112290
  // z_2^1 = 0.268715 * 2 + 0.231285 * 4 + 0.231285 * 6 + 0.268715 * 0 = 2.850281
  // z_3^0 = 0.562177 * 4 + 0.437823 * 0                            = 2.248706
  // z_3^1 = 0.437823 * 6 + 0.562177 * 0                            = 2.626941
  const at::Tensor z =
      tensor_of({2.7478190857664377, 3.897632683876154, 2.7993373366166634, 3.827026054521704,
                 2.112289536031249, 2.8502806186250016, 2.2487060035431923, 2.6269409946852114},
                {4, 2, 1});
  EXPECT_EQ(difference(out.messages, z, kTiny), "");

  // z^0 - z^1 + 1 = -0.149814, -0.027689, 0.262009, 0.621765; LeakyReLU divides the first two by
  // -100 in size.
  EXPECT_EQ(difference(out.hidden,
                       tensor_of({-0.001498135981097164, -0.00027688717905040685,
                                  0.2620089174062472, 0.6217650088579809},
                                 {4, 1}),
                       kTiny),
            "");
}

TEST_P(EveryLayer, MatchesPlainLoops) {
  const LayerConfig layer_config = config({.input = 3, .channels = 3, .hidden = 2});
  const auto layer = random_layer(layer_config);
  const LoopLayer loops(layer->named_parameters(), layer_config);
  for (const auto& [name, graph] : small_graphs()) {
    SCOPED_TRACE(name);
    const at::Tensor h = random_tensor({graph.nodes(), 3}, 7);
    const LayerOutput out = layer->forward(NodeInput(h), graph.index(), {});
    Table messages;
    const Table hidden = loops.forward(table_of(h), graph, &messages);
    for (NodeId v = 0; v < graph.nodes(); ++v) {
      EXPECT_EQ(difference(out.messages[v].flatten(), tensor_of(messages[v], {6}), kTiny), "");
      EXPECT_EQ(difference(out.hidden[v], tensor_of(hidden[v], {2}), kTiny), "");
    }
  }
}

TEST_P(EveryLayer, ScoresPairsThatAreNoEdges) {
  const LayerConfig layer_config = config({.input = 3, .channels = 2, .hidden = 2});
  const auto layer = random_layer(layer_config);
  const LoopLayer loops(layer->named_parameters(), layer_config);
  const Graph graph = path(4);
  const at::Tensor h = random_tensor({4, 3}, 7);
  const LayerOutput out = layer->forward(NodeInput(h), graph.index(), {});
  const std::vector<NodePair> pairs{{0, 3}, {2, 0}, {3, 0}};
  const at::Tensor logits = layer->pair_logits(out, PairIndex::from_pairs(4, pairs));
  for (std::int64_t pair = 0; pair < 3; ++pair) {
    const auto score = [&](std::int64_t i) {
      return loops.score(table_of(h)[pairs[pair].row], table_of(h)[pairs[pair].column], i);
    };
    EXPECT_NEAR(logits[pair].item<double>(), score(0) + score(1), kTiny);
  }
}

TEST_P(EveryLayer, HasTheRightGradients) {
  const auto layer = random_layer(config({.input = 3, .channels = 2, .hidden = 2}));
  for (const auto& [name, graph] : small_graphs()) {
    SCOPED_TRACE(name);
    at::Tensor h = random_tensor({graph.nodes(), 3}, 7).requires_grad_();
    NamedTensors inputs = layer->named_parameters();
    inputs.emplace_back("h", h);
    // All outputs take part, so that the pretext tasks' ways into the layer are covered as well.
    const auto scalar = [&] {
      const LayerOutput out = layer->forward(NodeInput(h), graph.index(), {});
      return (out.hidden * random_tensor(out.hidden.sizes(), 11)).sum() +
             (out.messages * random_tensor(out.messages.sizes(), 12)).sum() +
             (layer->pair_logits(out, graph.index()) * random_tensor({graph.entries()}, 13)).sum() +
             (out.scores * random_tensor(out.scores.sizes(), 14)).sum();
    };
    EXPECT_EQ(gradient_difference(inputs, scalar), "");
  }
}

TEST_P(EveryLayer, AgreesWithTheReferenceKernels) {
  LayerConfig fast = config({.input = 3, .channels = 2, .hidden = 5});
  LayerConfig plain = fast;
  plain.sizes.kernels = ops::Kernels::kReference;
  // All ways into the layer at once, so that gradients of the shared terms are added up too.
  const auto run = [](const LayerConfig& layer_config) {
    const auto layer = random_layer(layer_config);
    const Graph graph = triangle_with_tail();
    const at::Tensor h = random_tensor({4, 3}, 7).requires_grad_();
    const LayerOutput out = layer->forward(NodeInput(h), graph.index(), {});
    const auto pairs = PairIndex::from_pairs(4, std::vector<NodePair>{{0, 3}, {3, 1}, {0, 3}});
    const at::Tensor logits = layer->pair_logits(out, pairs);
    ((out.hidden * random_tensor({4, 5}, 11)).sum() +
     (out.scores * random_tensor(out.scores.sizes(), 12)).sum() +
     (logits * random_tensor({3}, 13)).sum())
        .backward();
    std::vector<at::Tensor> results = {out.hidden.detach(), out.scores.detach(), logits.detach(),
                                       h.grad()};
    for (const auto& [name, parameter] : layer->named_parameters()) {
      results.push_back(parameter.grad());
    }
    return results;
  };
  const auto found = run(fast);
  const auto expected = run(plain);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(difference(found[i], expected[i], kTiny), "") << "result " << i;
  }
}

TEST_P(EveryLayer, GivesTheSameWithLittleMemory) {
  for (const std::int64_t channels : {1, 3, 4}) {
    LayerConfig normal = config({.input = 3, .channels = channels, .hidden = 5});
    normal.edge_dropout = 0.4;
    LayerConfig lean = normal;
    lean.sizes.memory = MemoryUse::kLean;
    const auto run = [&](const LayerConfig& layer_config) {
      const auto layer = random_layer(layer_config);
      const Graph graph = triangle_with_tail();
      const at::Tensor h = random_tensor({4, 3}, 7).requires_grad_();
      const ForwardMode mode{.training = true, .seed = 3, .step = 5};
      const LayerOutput out = layer->forward(NodeInput(h), graph.index(), mode);
      const auto pairs = PairIndex::from_pairs(4, std::vector<NodePair>{{0, 3}, {3, 1}, {0, 3}});
      const at::Tensor logits = layer->pair_logits(out, pairs);
      const std::int64_t hetero = out.scores.size(1) - out.homo_columns;
      const at::Tensor homo_scores = out.scores.narrow(1, 0, out.homo_columns).sum(1);
      const at::Tensor hetero_scores = out.scores.narrow(1, out.homo_columns, hetero).sum(1);
      const at::Tensor messages = layer->messages(out, out.input, {0, channels});
      ((out.hidden * random_tensor({4, 5}, 11)).sum() +
       (homo_scores * random_tensor(homo_scores.sizes(), 12)).sum() +
       (hetero_scores * random_tensor(hetero_scores.sizes(), 14)).sum() +
       (messages * random_tensor(messages.sizes(), 15)).sum() +
       (logits * random_tensor({3}, 13)).sum())
          .backward();
      std::vector<at::Tensor> results = {out.hidden.detach(),    homo_scores.detach(),
                                         hetero_scores.detach(), messages.detach(),
                                         logits.detach(),        h.grad()};
      for (const auto& [name, parameter] : layer->named_parameters()) {
        results.push_back(parameter.grad());
      }
      return results;
    };
    const auto found = run(lean);
    const auto expected = run(normal);
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(difference(found[i], expected[i], kTiny), "")
          << "result " << i << ", " << channels << " channels";
    }
  }
}

TEST_P(EveryLayer, KeepsTheScoresOfEveryChannelOutsideTraining) {
  LayerConfig normal = config({.input = 3, .channels = 3, .hidden = 2});
  LayerConfig lean = normal;
  lean.sizes.memory = MemoryUse::kLean;
  const at::NoGradGuard no_gradients;
  const Graph graph = triangle_with_tail();
  const NodeInput h(random_tensor({4, 3}, 7));
  const auto found = random_layer(lean)->forward(h, graph.index(), {});
  const auto expected = random_layer(normal)->forward(h, graph.index(), {});
  EXPECT_EQ(difference(found.scores, expected.scores, kTiny), "");
  EXPECT_EQ(found.homo_columns, expected.homo_columns);
}

TEST_P(EveryLayer, TreatsSparseAndDenseInputAlike) {
  // [[0, 2, 0], [0, 0, 0], [-1, 0, 3], [0, 0, 5]]: node 1 has no words at all.
  const Features words = SparseFeatures{.rows = 4,
                                        .columns = 3,
                                        .offsets = {0, 1, 1, 3, 4},
                                        .column_indices = {1, 0, 2, 2},
                                        .values = {2, -1, 3, 5}};
  const Features numbers =
      DenseFeatures{.rows = 4, .columns = 3, .values = {0, 2, 0, 0, 0, 0, -1, 0, 3, 0, 0, 5}};
  const NodeInput sparse = NodeInput(words).to(at::kDouble);
  const NodeInput dense = NodeInput(numbers).to(at::kDouble);
  ASSERT_TRUE(sparse.is_sparse());
  ASSERT_FALSE(dense.is_sparse());
  ASSERT_EQ(sparse.nodes(), 4);
  ASSERT_EQ(sparse.columns(), 3);
  const auto layer = random_layer(config({.input = 3, .channels = 2, .hidden = 3}));
  const auto index = triangle_with_tail().index();
  const auto gradients = [&](const NodeInput& h, at::Tensor& hidden) {
    for (const auto& [name, tensor] : layer->named_parameters()) tensor.mutable_grad().reset();
    hidden = layer->forward(h, index, {}).hidden;
    hidden.square().sum().backward();
    NamedTensors found;
    for (const auto& [name, tensor] : layer->named_parameters()) {
      found.emplace_back(name, tensor.grad().clone());
    }
    return found;
  };
  at::Tensor of_sparse;
  at::Tensor of_dense;
  const NamedTensors a = gradients(sparse, of_sparse);
  const NamedTensors b = gradients(dense, of_dense);
  EXPECT_EQ(difference(of_sparse, of_dense, kTiny), "");
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(difference(a[i].second, b[i].second, kTiny), "") << a[i].first;
  }
}

TEST(NodeInput, RefusesAGraphWithoutFeatures) {
  expect_input_error({"no node features"}, [] { (void)NodeInput(Features()); });
}

TEST(NodeInput, DropsStoredValuesOfSparseInput) {
  SparseFeatures words{
      .rows = 1000, .columns = 2, .offsets = {0}, .column_indices = {}, .values = {}};
  for (int v = 0; v < 1000; ++v) {
    words.column_indices.push_back(1);
    words.values.push_back(1);
    words.offsets.push_back(v + 1);
  }
  const RandomStream stream(1, RandomPurpose::kInputDropout);
  const at::Tensor dropped = NodeInput(words).dropout(0.5, stream).matmul(at::eye(2));
  EXPECT_EQ(dropped.select(1, 0).abs().sum().item<double>(), 0.0);
  const double kept = (dropped.select(1, 1) == 2).sum().item<double>();
  EXPECT_NEAR(kept, 500, 80);  // five standard deviations
  EXPECT_EQ((dropped.select(1, 1) == 0).sum().item<double>(), 1000 - kept);
}

TEST(DisentangledLayer, DropsEdgeWeightsInTrainingOnly) {
  const auto layer =
      random_layer({.sizes = {.input = 3, .channels = 2, .hidden = 2}, .edge_dropout = 0.5});
  const NodeInput h(random_tensor({6, 3}, 7));
  const auto index = hub(5).index();
  const LayerOutput calm = layer->forward(h, index, {.training = false, .seed = 1, .step = 1});
  const LayerOutput busy = layer->forward(h, index, {.training = true, .seed = 1, .step = 1});
  const LayerOutput again = layer->forward(h, index, {.training = true, .seed = 1, .step = 1});
  const LayerOutput later = layer->forward(h, index, {.training = true, .seed = 1, .step = 2});
  // What is reported as weights stays whole; what reaches the messages does not.
  EXPECT_TRUE(same_bits(layer->edge_weights(calm, index), layer->edge_weights(busy, index)));
  EXPECT_FALSE(same_bits(calm.messages, busy.messages));
  EXPECT_TRUE(same_bits(busy.messages, again.messages));
  EXPECT_FALSE(same_bits(busy.messages, later.messages));
  const auto plain = random_layer({.sizes = {.input = 3, .channels = 2, .hidden = 2}});
  EXPECT_TRUE(same_bits(calm.messages, plain->forward(h, index, {}).messages));
}

TEST(DisentangledLayer, RefusesUnknownParts) {
  expect_error(ErrorKind::kUsage, {"scorer", "cosine", "mlp"},
               [] { (void)make_scorer("cosine", {}, ParameterInit(1)); });
  expect_error(ErrorKind::kUsage, {"aggregator", "mean", "attention"},
               [] { (void)make_aggregator("mean", {}, ops::EdgeNorm::kSum, ParameterInit(1)); });
}

}  // namespace
}  // namespace disgnn::nn

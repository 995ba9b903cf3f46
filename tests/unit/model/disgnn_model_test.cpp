#include "disgnn/model/disgnn_model.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "loop_layer.h"
#include "support/gradient_check.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

NamedTensors with_name_part(const DisGnnModel& model, const std::string& part) {
  NamedTensors matching;
  for (const auto& [name, tensor] : model.named_parameters()) {
    if (name.starts_with(part)) matching.emplace_back(name.substr(part.size()), tensor);
  }
  return matching;
}

TEST(HomoChannels, AreTheSmallerHalfOfAnOddNumber) {
  EXPECT_EQ(homo_channels(1), 0);
  EXPECT_EQ(homo_channels(2), 1);
  EXPECT_EQ(homo_channels(7), 3);
  EXPECT_EQ(homo_channels(8), 4);
}

/// Logits of nodes 3 and 1, then the gradients of all parameters.
std::vector<at::Tensor> logits_of_two(const ModelConfig& config, const NodeInput& h,
                                      bool compute_all) {
  DisGnnModel model(config, 1);
  model.to(at::kDouble);
  randomise_parameters(model, 3);
  const Graph graph = triangle_with_tail();
  const ForwardMode mode{.training = true, .seed = 4, .step = 2};
  const std::vector<NodeId> nodes{3, 1};
  const at::Tensor logits =
      compute_all ? model.forward(h, graph.index(), mode).logits.index_select(0, at::tensor({3, 1}))
                  : model.logits_of(nodes, receptive_field(*graph.index(), nodes, config.layers), h,
                                    graph.index(), mode);
  (logits * random_tensor(logits.sizes(), 9)).sum().backward();
  std::vector<at::Tensor> results{logits.detach()};
  for (const auto& [name, parameter] : model.named_parameters()) {
    results.push_back(parameter.grad());
  }
  return results;
}

TEST(DisGnnModel, GivesSomeNodesTheLogitsAndDropoutTheyHaveAmongAll) {
  const NodeInput dense(random_tensor({4, 3}, 7));
  const NodeInput sparse = NodeInput(Features(SparseFeatures{.rows = 4,
                                                             .columns = 3,
                                                             .offsets = {0, 1, 1, 3, 4},
                                                             .column_indices = {1, 0, 2, 2},
                                                             .values = {2, -1, 3, 5}}))
                               .to(at::kDouble);
  for (const std::string scorer : {"mlp", "linear", "dot"}) {
    for (const std::string aggregator : {"attention", "gcn", "sage"}) {
      for (const std::int64_t layers : {1, 2}) {
        for (const MemoryUse memory : {MemoryUse::kNormal, MemoryUse::kLean}) {
          for (const NodeInput& h : {dense, sparse}) {
            SCOPED_TRACE(scorer + " " + aggregator + " " + std::to_string(layers));
            const bool extended = scorer == "mlp";
            const ModelConfig config{.features = 3,
                                     .classes = 4,
                                     .channels = 3,
                                     .hidden = 5,
                                     .layers = layers,
                                     .scorer = scorer,
                                     .aggregator = aggregator,
                                     .self_term = extended,
                                     .jumping_knowledge = extended,
                                     .input_dropout = 0.2,
                                     .dropout = 0.3,
                                     .edge_dropout = 0.4,
                                     .memory = memory};
            const auto found = logits_of_two(config, h, false);
            const auto expected = logits_of_two(config, h, true);
            for (std::size_t i = 0; i < found.size(); ++i) {
              EXPECT_EQ(difference(found[i], expected[i], 1e-12), "") << "result " << i;
            }
          }
        }
      }
    }
  }
}

TEST(DisGnnModel, IsLayersThenATwoLayerClassifier) {
  const ModelConfig config{.features = 3, .classes = 4, .channels = 3, .hidden = 5, .layers = 2};
  DisGnnModel model(config, 1);
  model.to(at::kDouble);
  randomise_parameters(model, 3);
  const Graph graph = triangle_with_tail();
  const at::Tensor h = random_tensor({4, 3}, 7);
  const ModelOutput out = model.forward(NodeInput(h), graph.index(), {});

  Table hidden = table_of(h);
  for (const std::string name : {"layer0.", "layer1."}) {
    const LayerConfig layer{
        .sizes = {static_cast<std::int64_t>(hidden[0].size()), config.channels, config.hidden}};
    Table messages;
    hidden = LoopLayer(with_name_part(model, name), layer).forward(hidden, graph, &messages);
  }
  const NamedTensors parameters = model.named_parameters();
  const Table w1 = table_of(find_tensor(parameters, "classifier_hidden.weight"));
  const Table w2 = table_of(find_tensor(parameters, "classifier_output.weight"));
  const at::Tensor b1 = find_tensor(parameters, "classifier_hidden.bias");
  const at::Tensor b2 = find_tensor(parameters, "classifier_output.bias");
  ASSERT_EQ(out.layers.size(), 2U);
  int negative_units = 0;
  for (NodeId v = 0; v < 4; ++v) {
    Vector logits(4);
    for (int k = 0; k < 4; ++k) logits[k] = b2[k].item<double>();
    for (int j = 0; j < 5; ++j) {
      double unit = b1[j].item<double>();
      for (int i = 0; i < 5; ++i) unit += hidden[v][i] * w1[i][j];
      negative_units += unit < 0 ? 1 : 0;
      for (int k = 0; k < 4; ++k) logits[k] += leaky_of(unit) * w2[j][k];
    }
    EXPECT_EQ(difference(out.logits[v], tensor_of(logits, {4}), 1e-12), "");
  }
  EXPECT_GT(negative_units, 0);  // else LeakyReLU would not show
}

class EveryModel : public ::testing::TestWithParam<std::tuple<std::string, std::string>> {};

INSTANTIATE_TEST_SUITE_P(ScorerByAggregator, EveryModel,
                         ::testing::Combine(::testing::ValuesIn(scorer_names()),
                                            ::testing::ValuesIn(aggregator_names())),
                         [](const auto& info) {
                           return std::get<0>(info.param) + "_" + std::get<1>(info.param);
                         });

TEST_P(EveryModel, HasTheRightGradientsThroughTwoLayers) {
  DisGnnModel model({.features = 3,
                     .classes = 3,
                     .channels = 3,
                     .hidden = 2,
                     .layers = 2,
                     .scorer = std::get<0>(GetParam()),
                     .aggregator = std::get<1>(GetParam()),
                     .input_dropout = 0.2,
                     .dropout = 0.2,
                     .edge_dropout = 0.2},
                    1);
  model.to(at::kDouble);
  randomise_parameters(model, 3);
  const Graph graph = triangle_with_tail();
  const NodeInput h(random_tensor({4, 3}, 7));
  const at::Tensor cotangent = random_tensor({4, 3}, 8);
  for (const bool training : {false, true}) {
    const ForwardMode mode{.training = training, .seed = 1, .step = 4};
    EXPECT_EQ(gradient_difference(
                  model.named_parameters(),
                  [&] { return (model.forward(h, graph.index(), mode).logits * cotangent).sum(); }),
              "");
  }
}

TEST(DisGnnModel, DropsOutInTrainingOnly) {
  const NodeInput h(random_tensor({4, 3}, 7, at::kFloat));
  const auto index = triangle_with_tail().index();
  const DisGnnModel plain({.features = 3, .classes = 3, .channels = 2, .hidden = 8}, 1);
  const at::Tensor expected = plain.forward(h, index, {}).logits;
  EXPECT_TRUE(same_bits(plain.forward(h, index, {.training = true, .seed = 1}).logits, expected));
  std::vector<ModelConfig> configs(3, plain.config());
  configs[0].input_dropout = 0.5;
  configs[1].dropout = 0.5;
  configs[2].edge_dropout = 0.5;
  for (const ModelConfig& config : configs) {
    const DisGnnModel model(config, 1);
    const ForwardMode mode{.training = true, .seed = 1, .step = 1};
    EXPECT_TRUE(
        same_bits(model.forward(h, index, {.training = false, .seed = 1}).logits, expected));
    const at::Tensor dropped = model.forward(h, index, mode).logits;
    EXPECT_FALSE(same_bits(dropped, expected));
    EXPECT_TRUE(same_bits(dropped, model.forward(h, index, mode).logits));
    EXPECT_FALSE(same_bits(
        dropped, model.forward(h, index, {.training = true, .seed = 1, .step = 2}).logits));
    EXPECT_FALSE(same_bits(
        dropped, model.forward(h, index, {.training = true, .seed = 2, .step = 1}).logits));
  }
}

}  // namespace
}  // namespace disgnn::nn

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "pretext_stage.h"
#include "support/expect_error.h"

// The pretext tasks that the paper compares with.

namespace disgnn::pretext {
namespace {

TEST(AttributePrediction, IsTheErrorOnHiddenNodes) {
  // Four nodes: 15 % of them are one.
  Stage stage(triangle_with_tail(), config(2));
  const auto task = stage.task("attribute", {});
  const at::Tensor weight = find_tensor(task->named_parameters(), "decoder.weight").detach();
  const at::Tensor bias = find_tensor(task->named_parameters(), "decoder.bias").detach();
  const at::Tensor x = stage.features().dense();
  std::vector<double> possible;
  for (NodeId hidden_node = 0; hidden_node < 4; ++hidden_node) {
    at::Tensor masked = x.clone();
    masked[hidden_node].fill_(0);
    const at::Tensor h =
        stage.model().forward(nn::NodeInput(masked), stage.graph().index(), {}).hidden;
    const at::Tensor found = at::mv(weight.t(), h[hidden_node].detach()) + bias;
    possible.push_back((found - x[hidden_node]).pow(2).mean().item<double>());
  }
  std::set<std::size_t> hit;
  for (std::uint32_t step = 0; step < 40; ++step) {
    const double loss = stage.loss(*task, step);
    for (std::size_t v = 0; v < possible.size(); ++v) {
      if (std::abs(loss - possible[v]) < kTiny) hit.insert(v);
    }
  }
  EXPECT_EQ(hit.size(), 4U);  // every node has its turn, and the loss is never anything else
}

/// Which words of three: node 0 has the first and the last, node 1 the second. Without a row,
/// that node has none.
nn::NodeInput two_texts(NodeId without = -1) {
  SparseFeatures words{2, 3, {0, 2, 3}, {0, 2, 1}, {5, 1, 1}};
  if (without == 0) words = {2, 3, {0, 0, 1}, {1}, {1}};
  if (without == 1) words = {2, 3, {0, 2, 2}, {0, 2}, {5, 1}};
  return nn::NodeInput(Features(words));
}

TEST(AttributePrediction, AsksWhichWordsWereThereInSparseFeatures) {
  const Graph graph = path(2);
  const nn::DisGnnModel model({.features = 3, .classes = 2, .channels = 2, .hidden = 4}, 1);
  const auto task = make_pretext_task("attribute", {}, model, 1);
  randomise_parameters(*task, 8);
  const at::Tensor weight = find_tensor(task->named_parameters(), "decoder.weight").detach();
  const at::Tensor bias = find_tensor(task->named_parameters(), "decoder.bias").detach();
  const std::vector<std::vector<double>> signs{{-1, 1, -1}, {1, -1, 1}};  // -1: the word is there
  std::vector<double> possible;
  for (const NodeId v : {0, 1}) {
    const at::Tensor h = model.forward(two_texts(v), graph.index(), {}).hidden.detach();
    const at::Tensor logits = at::mv(weight.t(), h[v]) + bias;
    double sum = 0;
    for (int word = 0; word < 3; ++word) {
      sum += softplus_of(signs[v][word] * logits[word].item<double>());
    }
    possible.push_back(sum / 3);
  }
  const nn::NodeInput words = two_texts();
  const nn::ModelOutput output = model.forward(words, graph.index(), {});
  const Labels labels{-1, -1};
  std::set<std::size_t> hit;
  for (std::uint32_t step = 0; step < 20; ++step) {
    const double loss = task->loss({.model = model,
                                    .output = output,
                                    .features = words,
                                    .graph = graph,
                                    .known_labels = labels,
                                    .seed = 1,
                                    .step = step})
                            .item<double>();
    for (std::size_t v = 0; v < possible.size(); ++v) {
      if (std::abs(loss - possible[v]) < 1e-5) hit.insert(v);
    }
  }
  EXPECT_GT(std::abs(possible[0] - possible[1]), 1e-3);
  EXPECT_EQ(hit.size(), 2U);
}

TEST(DistancePrediction, IsTheMeanCrossEntropyOfDistances) {
  // Complete: every pair is one hop apart, so the loss is that of class 0.
  Stage stage(complete(3), config(2));
  const auto task = stage.task("distance", {});
  set_parameter(*task, "output.weight", std::vector<double>(16, 0.0));
  set_parameter(*task, "output.bias", {1, 0, -1, 0.5});
  const double sum = std::exp(1.0) + 1 + std::exp(-1.0) + std::exp(0.5);
  EXPECT_NEAR(stage.loss(*task), std::log(sum) - 1, kTiny);
}

TEST(ContextPrediction, TellsANodesContextFromAnothers) {
  // 0 --- 1 --- 2: only 0 and 2 are two hops apart, so each is the other's whole context.
  Stage stage(path(3), config(2));
  at::Tensor words = at::zeros({3, 3}, at::kDouble);
  words[0][0] = 1;
  words[2][1] = 1;
  stage.set_features(words);
  const auto task = stage.task("context", {});
  // The context of 2 (node 0) becomes (1, 0, 0, 0), that of 0 (node 2) becomes (0, 2, 0, 0).
  set_parameter(*task, "embed.weight", {1, 0, -1, 0, 0, 2, 0, 0, 0, 0, 0, 0});
  set_parameter(*task, "embed.bias", {0, 0, 0, 0});
  at::Tensor hidden = at::zeros({3, 4}, at::kDouble);
  hidden[0] = tensor_of({3, 5, 7, 0}, {4});   // own context 10, the other 3
  hidden[2] = tensor_of({-1, 4, 0, 0}, {4});  // own context -1, the other 8
  stage.output().hidden = hidden;
  EXPECT_NEAR(stage.loss(*task),
              (softplus_of(-10.0) + softplus_of(3.0) + softplus_of(1.0) + softplus_of(8.0)) / 4,
              1e-9);
}

TEST(FactorDifference, IsTheCrossEntropyOfFactorGraphs) {
  const Graph graph = path(3);
  const nn::ModelConfig sizes{
      .kind = "factorgcn", .features = 3, .classes = 2, .channels = 2, .hidden = 4};
  const auto model = nn::make_model(sizes, 1);
  model->to(at::kDouble);
  const auto task = make_pretext_task("factor", {}, *model, 1);
  task->to(at::kDouble);
  randomise_parameters(*model, 31);
  randomise_parameters(*task, 61);
  const nn::NodeInput x(random_tensor({3, 3}, 5));
  const nn::ModelOutput output = model->forward(x, graph.index(), {});
  ASSERT_EQ(output.layers.size(), 2U);
  // The same with dense matrices.
  at::Tensor degrees = at::tensor({2, 3, 2}, at::kDouble);
  double expected = 0;
  for (const int l : {0, 1}) {
    const auto parameter = [&](const std::string& name) {
      return find_tensor(task->named_parameters(), fmt::format("discriminator{}.{}", l, name))
          .detach();
    };
    const nn::LayerOutput& layer = output.layers[l];
    const at::Tensor shared = layer.input.dense().detach();
    std::vector<at::Tensor> graphs;
    for (const int c : {0, 1}) {
      at::Tensor a = at::zeros({3, 3}, at::kDouble);
      std::int64_t entry = 0;
      for (NodeId v = 0; v < 3; ++v) {
        for (const NodeId u : graph.neighbours(v)) {
          a[v][u] =
              at::sigmoid(layer.scores[entry++][c].detach()) / (degrees[v] * degrees[u]).sqrt();
        }
      }
      const at::Tensor once =
          (at::mm(a, at::mm(shared, parameter("first.weight"))) + parameter("first.bias")).relu();
      const at::Tensor twice =
          (at::mm(a, at::mm(once, parameter("second.weight"))) + parameter("second.bias")).relu();
      graphs.push_back(twice.mean(0));
    }
    const at::Tensor logits =
        at::mm(at::stack(graphs), parameter("output.weight")) + parameter("output.bias");
    const at::Tensor right = at::log_softmax(logits, 1).diag();
    expected -= right.mean().item<double>();
  }
  const Labels labels{-1, -1, -1};
  const auto loss = [&] {
    const nn::ModelOutput now = model->forward(x, graph.index(), {});
    return task->loss(
        {.model = *model, .output = now, .features = x, .graph = graph, .known_labels = labels});
  };
  EXPECT_NEAR(loss().item<double>(), expected, 1e-6);
  nn::NamedTensors inputs = task->named_parameters();
  for (const auto& named : model->named_parameters()) inputs.push_back(named);
  EXPECT_EQ(gradient_difference(inputs, loss), "");
}

class EveryOtherTask : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(ByName, EveryOtherTask,
                         ::testing::Values("attribute", "distance", "context"),
                         [](const auto& info) { return info.param; });

TEST_P(EveryOtherTask, HasTheRightGradientsOnAnyModel) {
  const Graph graph = path(5);
  const nn::NodeInput h(random_tensor({5, 3}, 5));
  const Labels labels(5, -1);
  for (const std::string kind : {"disgnn", "gcn"}) {
    SCOPED_TRACE(kind);
    const auto model = nn::make_model(
        {.kind = kind, .features = 3, .classes = 2, .channels = 2, .hidden = 2, .layers = 2}, 1);
    const auto task = make_pretext_task(GetParam(), {}, *model, 1);
    model->to(at::kDouble);
    task->to(at::kDouble);
    randomise_parameters(*model, 31);
    randomise_parameters(*task, 61);
    nn::NamedTensors inputs = model->named_parameters();
    for (const auto& parameter : task->named_parameters()) inputs.push_back(parameter);
    const auto loss = [&] {
      const nn::ModelOutput output = model->forward(h, graph.index(), {});
      return task->loss({.model = *model,
                         .output = output,
                         .features = h,
                         .graph = graph,
                         .known_labels = labels,
                         .seed = 1,
                         .step = 3});
    };
    EXPECT_EQ(gradient_difference(inputs, loss), "");
    EXPECT_GT(loss().item<double>(), 0);
  }
}

TEST(Tasks, AreRefusedByModelsThatLackWhatTheyWorkOn) {
  const auto gcn = nn::make_model({.kind = "gcn", .features = 3, .classes = 2}, 1);
  for (const std::string name : {"edge", "conform", "channel"}) {
    expect_usage_error({name, "gcn", "disgnn"},
                       [&] { (void)make_pretext_task(name, {}, *gcn, 1); });
  }
  expect_usage_error({"factor", "gcn"}, [&] { (void)make_pretext_task("factor", {}, *gcn, 1); });
}

}  // namespace
}  // namespace disgnn::pretext

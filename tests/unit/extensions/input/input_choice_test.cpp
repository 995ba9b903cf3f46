#include "extensions/input/input_choice.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "disgnn/core/random.h"
#include "disgnn/graph/graph.h"
#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

constexpr NodeId kNodes = 240;

/// Of every other node, class v % 3.
std::vector<std::int32_t> half_known() {
  std::vector<std::int32_t> labels;
  for (NodeId v = 0; v < kNodes; ++v) labels.push_back(v % 2 == 0 ? v % 3 : -1);
  return labels;
}

/// Words of which the first three tell the class, or the same words for all: others would tell
/// nodes with the same neighbours.
NodeInput words(bool telling) {
  if (!telling) return NodeInput(at::ones({kNodes, 20}));
  at::Tensor x = random_tensor({kNodes, 20}, 3).to(at::kFloat).abs();
  for (NodeId v = 0; v < kNodes; ++v) x[v][v % 3] += 5;
  return NodeInput(x);
}

Graph graph_of(const std::vector<NodePair>& pairs) {
  return std::move(build_graph(kNodes, pairs, {}).graph);
}

/// Everybody links to random others.
Graph random_links() {
  const RandomStream random(1, RandomPurpose::kRandomGraph);
  std::vector<NodePair> pairs;
  for (NodeId v = 0; v < kNodes; ++v) {
    for (NodeId k = 0; k < 4; ++k) {
      pairs.push_back({v, static_cast<NodeId>(random.below(v * 4 + k, kNodes))});
    }
  }
  return graph_of(pairs);
}

TEST(InputChoice, IsTheFeaturesWhereTheyTellTheClass) {
  const Graph graph = random_links();
  const InputChoice choice = choose_input(words(true), graph.index(), half_known(), 3);
  EXPECT_EQ(choice.input, "project");
  EXPECT_GT(choice.features, 0.95);
  EXPECT_LT(choice.links, 0.6);
}

TEST(InputChoice, IsTheLinksWhereTwinsShareAClass) {
  // Nodes of class c all link to the same four nodes 3 k + c, k = 0 .. 3, which degrees do not
  // tell.
  std::vector<NodePair> pairs;
  for (NodeId v = 12; v < kNodes; ++v) {
    for (NodeId k = 0; k < 4; ++k) pairs.push_back({v, 3 * k + v % 3});
  }
  const Graph graph = graph_of(pairs);
  const InputChoice choice = choose_input(words(false), graph.index(), half_known(), 3);
  EXPECT_EQ(choice.input, "links+structure");
  EXPECT_GT(choice.links, 0.9);
}

TEST(InputChoice, IsTheStructureWhereDegreesTellTheClass) {
  // Nodes of class c send 1 + 6 c random links.
  const RandomStream random(2, RandomPurpose::kRandomGraph);
  std::vector<NodePair> pairs;
  for (NodeId v = 0; v < kNodes; ++v) {
    for (NodeId k = 0; k < 1 + 6 * (v % 3); ++k) {
      pairs.push_back({v, static_cast<NodeId>(random.below(v * 32 + k, kNodes))});
    }
  }
  const Graph graph = graph_of(pairs);
  const InputChoice choice = choose_input(words(false), graph.index(), half_known(), 3);
  EXPECT_EQ(choice.input, "structure");
  EXPECT_GT(choice.structure, choice.links);
}

TEST(InputChoice, TakesNothingFromNodesLikeNoOther) {
  // A matching: no node shares a neighbour with another, and all have the same structure. What
  // rounding leaves of a node's own label must not be taken for evidence, whatever their number.
  std::vector<NodePair> pairs;
  for (NodeId v = 0; v < kNodes; v += 2) pairs.push_back({v, v + 1});
  const Graph graph = graph_of(pairs);
  for (std::int32_t classes = 2; classes <= 20; ++classes) {
    std::vector<std::int32_t> labels;
    const RandomStream random(classes, RandomPurpose::kRandomGraph);
    for (NodeId v = 0; v < kNodes; ++v) {
      labels.push_back(static_cast<std::int32_t>(random.below(v, classes)));
    }
    const NodeInput nothing(at::zeros({kNodes, 3}));
    const InputChoice choice = choose_input(nothing, graph.index(), labels, classes);
    EXPECT_EQ(choice.input, "project") << classes << " classes";
    EXPECT_NEAR(choice.links, 1.0 / classes, 1e-9);
    EXPECT_NEAR(choice.features, 1.0 / classes, 1e-9);
  }
}

TEST(InputChoice, IsNotMisledByAColumnOfLargeNumbers) {
  const Graph graph = random_links();
  at::Tensor x = words(true).dense().clone();
  x.select(1, 19).fill_(1e5);
  EXPECT_GT(choose_input(NodeInput(x), graph.index(), half_known(), 3).features, 0.95);
}

TEST(InputChoice, DoesNotLookAtMoreFeaturesThanItCanHold) {
  const Graph graph = random_links();
  const NodeInput wide(at::ones({1, 1}).expand({kNodes, 200'000}));
  const InputChoice choice = choose_input(wide, graph.index(), half_known(), 3);
  EXPECT_EQ(choice.input, "project");
  EXPECT_EQ(choice.features, 0);
}

TEST(InputChoice, NeedsLabels) {
  const Graph graph = random_links();
  const InputChoice choice =
      choose_input(words(true), graph.index(), std::vector<std::int32_t>(kNodes, -1), 3);
  EXPECT_EQ(choice.input, "project");
}

TEST(InputChoice, SettlesAutoAloneAndGivesANoticeWhereAModelIsForOneGraph) {
  const Graph graph = random_links();
  const NodeInput features = words(true);
  const std::vector<std::int32_t> labels = half_known();
  const LabelledGraph labelled{features, graph.index(), labels, 3};
  ModelConfig config;
  config.extensions.set("input", std::string("links"));
  const std::optional<Choice> links = settle_input(config, labelled);
  ASSERT_TRUE(links.has_value());
  EXPECT_TRUE(links->worth_a_notice) << "such a model is for one graph";
  EXPECT_EQ(config.extensions.text("input"), "links");
  config.extensions.set("input", std::string("structure"));
  EXPECT_FALSE(settle_input(config, labelled).has_value());
  config.extensions.set("input", std::string("auto"));
  const std::optional<Choice> plain = settle_input(config, labelled);
  ASSERT_TRUE(plain.has_value());
  EXPECT_EQ(plain->text, "--input auto takes project");
  EXPECT_FALSE(plain->worth_a_notice);
  EXPECT_EQ(config.extensions.text("input"), "project");
  // A hub for each class: links tell it, words that are noise do not.
  std::vector<NodePair> pairs;
  for (NodeId v = 3; v < kNodes; ++v) pairs.push_back({v, v % 3});
  const Graph hubs = graph_of(pairs);
  const NodeInput noise = words(false);
  config.extensions.set("input", std::string("auto"));
  const std::optional<Choice> notice = settle_input(config, {noise, hubs.index(), labels, 3});
  EXPECT_EQ(config.extensions.text("input"), "links+structure");
  ASSERT_TRUE(notice.has_value());
  EXPECT_TRUE(notice->worth_a_notice);
  EXPECT_NE(notice->text.find("takes links+structure, a model for this graph alone"),
            std::string::npos)
      << notice->text;
}

}  // namespace
}  // namespace disgnn::nn

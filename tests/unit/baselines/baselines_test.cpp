#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "disgnn/graph/neighbourhoods.h"
#include "disgnn/nn/node_classifier.h"
#include "support/expect_error.h"
#include "support/gradient_check.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

constexpr double kExact = 1e-12;

ModelConfig small(const std::string& kind, NodeId nodes = 4) {
  return {.kind = kind,
          .features = 3,
          .classes = 2,
          .channels = 2,
          .hidden = 4,
          .layers = 2,
          .hops = 3,
          .alpha = 0.2,
          .theta = 0.7,
          .nodes = nodes};
}

/// A model in double with random parameters, and dense matrices to work its output out by hand.
class Bench {
 public:
  explicit Bench(const std::string& kind, Graph graph = triangle_with_tail())
      : graph_(std::move(graph)),
        model_(make_model(small(kind, graph_.nodes()), 1)),
        x(random_tensor({graph_.nodes(), 3}, 7)) {
    model_->to(at::kDouble);
    randomise_parameters(*model_, 3);
    const NodeId n = graph_.nodes();
    loops = at::zeros({n, n}, at::kDouble);
    for (NodeId v = 0; v < n; ++v) {
      for (const NodeId u : graph_.neighbours(v)) loops[v][u] = 1;
    }
    links = loops - at::eye(n, at::kDouble);
  }

  [[nodiscard]] at::Tensor hidden() const {
    return model_->forward(NodeInput(x), graph_.index(), {}).hidden.detach();
  }
  [[nodiscard]] at::Tensor operator[](const std::string& name) const {
    return find_tensor(model_->named_parameters(), name).detach();
  }
  [[nodiscard]] const NodeClassifier& model() const { return *model_; }
  [[nodiscard]] const Graph& graph() const { return graph_; }

  /// D^-1/2 A D^-1/2 and D^-1 A; rows without entries stay zero.
  static at::Tensor symmetric(const at::Tensor& a) {
    const at::Tensor scale = a.sum(1).clamp_min(1e-300).pow(-0.5);
    return at::where(a > 0, a * scale.unsqueeze(1) * scale.unsqueeze(0), at::zeros_like(a));
  }
  static at::Tensor mean(const at::Tensor& a) { return a / a.sum(1, true).clamp_min(1); }

 private:
  Graph graph_;
  std::shared_ptr<NodeClassifier> model_;

 public:
  at::Tensor x;      // [N, 3]
  at::Tensor loops;  // [N, N] adjacency with self loops
  at::Tensor links;  // [N, N] without
};

std::string layer(int i, const std::string& name) {
  return "layer" + std::to_string(i) + "." + name;
}

TEST(Mlp, IsTwoLayersWithoutEdges) {
  const Bench b("mlp");
  at::Tensor h = b.x;
  for (const int i : {0, 1}) {
    h = (at::mm(h, b[layer(i, "linear.weight")]) + b[layer(i, "linear.bias")]).relu();
  }
  EXPECT_EQ(difference(b.hidden(), h, kExact), "");
}

TEST(Gcn, SmoothsWithTheSymmetricallyNormalisedAdjacency) {
  const Bench b("gcn");
  const at::Tensor s = Bench::symmetric(b.loops);
  EXPECT_NEAR(s[2][3].item<double>(), 1 / std::sqrt(4.0 * 2.0), kExact);  // degrees with self loops
  at::Tensor h = b.x;
  for (const int i : {0, 1}) {
    h = (at::mm(s, at::mm(h, b[layer(i, "weight")])) + b[layer(i, "bias")]).relu();
  }
  EXPECT_EQ(difference(b.hidden(), h, 1e-7), "");
}

TEST(Sage, KeepsANodeApartFromTheMeanOfItsNeighbours) {
  for (const Graph& graph : {triangle_with_tail(), with_isolated_node()}) {
    const Bench b("sage", graph);
    const at::Tensor mean = Bench::mean(b.links);
    at::Tensor h = b.x;
    for (const int i : {0, 1}) {
      h = (at::mm(h, b[layer(i, "self.weight")]) + b[layer(i, "self.bias")] +
           at::mm(mean, at::mm(h, b[layer(i, "neighbour_weight")])))
              .relu();
    }
    EXPECT_EQ(difference(b.hidden(), h, 1e-7), "");
  }
}

at::Tensor normalised(const at::Tensor& x, const at::Tensor& scale, const at::Tensor& shift) {
  const at::Tensor centred = x - x.mean(0);
  return centred / (centred.pow(2).mean(0) + 1e-5).sqrt() * scale + shift;
}

TEST(Gin, SumsNeighboursAndAppliesATwoLayerMlp) {
  const Bench b("gin");
  at::Tensor h = b.x;
  for (const int i : {0, 1}) {
    const at::Tensor sum = (1 + b[layer(i, "epsilon")]) * h + at::mm(b.links, h);
    const at::Tensor first =
        normalised(at::mm(sum, b[layer(i, "first_weight")]), b[layer(i, "first_norm.scale")],
                   b[layer(i, "first_norm.shift")])
            .relu();
    h = normalised(at::mm(first, b[layer(i, "second.weight")]) + b[layer(i, "second.bias")],
                   b[layer(i, "second_norm.scale")], b[layer(i, "second_norm.shift")])
            .relu();
  }
  EXPECT_EQ(difference(b.hidden(), h, 1e-7), "");
}

TEST(Gat, WeighsNeighboursByHeads) {
  const Bench b("gat");
  at::Tensor h = b.x;
  for (const int i : {0, 1}) {
    std::vector<at::Tensor> heads;
    for (const int c : {0, 1}) {  // two heads of two units
      const at::Tensor v = at::mm(h, b[layer(i, "weight")].narrow(1, 2 * c, 2));
      const at::Tensor of_row = at::mv(v, b[layer(i, "row_attention")][c]);
      const at::Tensor of_column = at::mv(v, b[layer(i, "column_attention")][c]);
      const at::Tensor s = at::leaky_relu(of_row.unsqueeze(1) + of_column.unsqueeze(0), 0.2);
      const at::Tensor weights = at::softmax(s.masked_fill(b.loops == 0, -1e300), 1);
      heads.push_back(at::mm(weights, v));
    }
    h = at::elu(at::cat(heads, 1) + b[layer(i, "bias")]);
  }
  EXPECT_EQ(difference(b.hidden(), h, kExact), "");
}

TEST(FactorGcn, SumsEveryFactorWithItsOwnEdgeWeights) {
  const Bench b("factorgcn");
  const at::Tensor s = Bench::symmetric(b.loops);
  at::Tensor h = b.x;
  for (const int i : {0, 1}) {
    const at::Tensor x = at::mm(h, b[layer(i, "shared.weight")]) + b[layer(i, "shared.bias")];
    const at::Tensor of_row = at::mm(x, b[layer(i, "row_score")]);
    const at::Tensor of_column = at::mm(x, b[layer(i, "column_score")]);
    std::vector<at::Tensor> factors;
    for (const int c : {0, 1}) {
      const at::Tensor existence =
          at::sigmoid(of_row.select(1, c).unsqueeze(1) + of_column.select(1, c).unsqueeze(0));
      factors.push_back(at::mm(existence * s, x));
    }
    h = at::elu(at::cat(factors, 1));
  }
  EXPECT_EQ(difference(b.hidden(), h, 1e-7), "");
}

TEST(MixHop, PutsPowersOfTheAdjacencySideBySide) {
  const Bench b("mixhop");
  const at::Tensor s = Bench::symmetric(b.loops);
  at::Tensor h = b.x;
  for (const int i : {0, 1}) {
    std::vector<at::Tensor> powers;
    at::Tensor smoothed = h;
    for (const int j : {0, 1, 2}) {
      powers.push_back(at::mm(smoothed, b[layer(i, "weight")].narrow(1, 4 * j, 4)));
      smoothed = at::mm(s, smoothed);
    }
    h = (at::cat(powers, 1) + b[layer(i, "bias")]).relu();
  }
  EXPECT_EQ(b.model().encoder_width(), 12);
  EXPECT_EQ(difference(b.hidden(), h, 1e-7), "");
}

TEST(H2Gcn, KeepsTheNodeAndBothDistancesApart) {
  const Bench b("h2gcn");
  // Two hops apart: 3 from 0 and 1 over 2.
  at::Tensor two = at::zeros({4, 4}, at::kDouble);
  two[0][3] = two[3][0] = two[1][3] = two[3][1] = 1;
  const at::Tensor near = Bench::symmetric(b.links);
  const at::Tensor far = Bench::symmetric(two);
  EXPECT_NEAR(far[0][3].item<double>(), 1 / std::sqrt(2.0), kExact);
  const at::Tensor r0 = (at::mm(b.x, b["embed.weight"]) + b["embed.bias"]).relu();
  const at::Tensor r1 = at::cat({at::mm(near, r0), at::mm(far, r0)}, 1);
  const at::Tensor r2 = at::cat({at::mm(near, r1), at::mm(far, r1)}, 1);
  EXPECT_EQ(difference(b.hidden(), at::cat({r0, r1, r2}, 1), 1e-7), "");
}

TEST(H2Gcn, RefusesSoManyRoundsThatItsWidthExplodes) {
  ModelConfig config = small("h2gcn");
  config.layers = 6;
  expect_usage_error({"h2gcn", "--layers 5"}, [&] { (void)make_model(config, 1); });
}

TEST(Gcnii, MixesTheFirstLayerInAndFadesItsWeights) {
  const Bench b("gcnii");
  const at::Tensor s = Bench::symmetric(b.loops);
  const at::Tensor first = (at::mm(b.x, b["embed.weight"]) + b["embed.bias"]).relu();
  at::Tensor h = first;
  for (const int l : {1, 2, 3}) {
    const double beta = std::log(0.7 / l + 1);
    const at::Tensor mixed = 0.8 * at::mm(s, h) + 0.2 * first;
    const at::Tensor weight =
        (1 - beta) * at::eye(4, at::kDouble) + beta * b["weight" + std::to_string(l - 1)];
    h = at::mm(mixed, weight).relu();
  }
  EXPECT_EQ(difference(b.hidden(), h, 1e-7), "");
}

TEST(GprGnn, WeighsEveryHop) {
  const Bench b("gprgnn");
  const at::Tensor s = Bench::symmetric(b.loops);
  at::Tensor h = (at::mm(b.x, b["first.weight"]) + b["first.bias"]).relu();
  h = at::mm(h, b["second.weight"]) + b["second.bias"];
  at::Tensor sum = at::zeros_like(h);
  for (int k = 0; k <= 3; ++k) {
    sum = sum + b["gamma" + std::to_string(k)] * h;
    h = at::mm(s, h);
  }
  EXPECT_EQ(difference(b.hidden(), sum, 1e-7), "");
}

TEST(GprGnn, StartsAsPersonalisedPageRank) {
  const auto model = make_model(small("gprgnn"), 1);
  const auto gamma = [&](int k) {
    return find_tensor(model->named_parameters(), "gamma" + std::to_string(k)).item<double>();
  };
  EXPECT_NEAR(gamma(0), 0.2, 1e-6);
  EXPECT_NEAR(gamma(2), 0.2 * 0.64, 1e-6);
  EXPECT_NEAR(gamma(3), 0.512, 1e-6);  // the rest: together they are 1
}

TEST(AcmGcn, LetsEveryNodeMixItsFilters) {
  const Bench b("acmgcn");
  const at::Tensor mean = Bench::mean(b.loops);
  at::Tensor h = b.x;
  for (const int i : {0, 1}) {
    const at::Tensor weight = b[layer(i, "weight")];
    const std::vector<at::Tensor> filtered{
        at::mm(mean, at::mm(h, weight.narrow(1, 0, 4))).relu(),
        at::mm(at::eye(4, at::kDouble) - mean, at::mm(h, weight.narrow(1, 4, 4))).relu(),
        at::mm(h, weight.narrow(1, 8, 4)).relu()};
    std::vector<at::Tensor> liking;
    for (const int f : {0, 1, 2}) {
      liking.push_back(at::sigmoid(at::mv(filtered[f], b[layer(i, "attention")][f])));
    }
    const at::Tensor weights =
        at::softmax(at::mm(at::stack(liking, 1), b[layer(i, "mixing")]) / 3, 1);
    h = at::zeros_like(filtered[0]);
    for (const int f : {0, 1, 2}) h = h + weights.narrow(1, f, 1) * filtered[f];
  }
  EXPECT_EQ(difference(b.hidden(), h, 1e-7), "");
}

TEST(Linkx, FusesRowsOfTheAdjacencyWithFeatures) {
  const Bench b("linkx");
  const at::Tensor a = at::mm(b.links, b["links.node_weight"]) + b["links.node_bias"];
  const at::Tensor x = at::mm(b.x, b["feature.weight"]) + b["feature.bias"];
  const at::Tensor h =
      (at::mm(at::cat({a, x}, 1), b["fuse.weight"]) + b["fuse.bias"] + a + x).relu();
  EXPECT_EQ(difference(b.hidden(), h, kExact), "");
}

TEST(Linkx, RefusesAGraphOfAnotherSize) {
  const Bench b("linkx");
  const Graph other = path(5);
  expect_input_error({"4 nodes", "has 5"}, [&] {
    (void)b.model().forward(NodeInput(random_tensor({5, 3}, 1)), other.index(), {});
  });
}

class EveryKind : public ::testing::TestWithParam<std::string> {};

/// All that learn.
std::vector<std::string> trained_kinds() {
  std::vector<std::string> kinds = model_kinds();
  std::erase(kinds, "none");
  return kinds;
}

INSTANTIATE_TEST_SUITE_P(ByName, EveryKind, ::testing::ValuesIn(trained_kinds()),
                         [](const auto& info) { return info.param; });

TEST_P(EveryKind, HasTheRightGradients) {
  for (const Graph& graph : {triangle_with_tail(), directed()}) {
    const Bench b(GetParam(), graph);
    const at::Tensor weights = random_tensor({4, 2}, 11);
    const auto loss = [&] {
      return (b.model().forward(NodeInput(b.x), graph.index(), {}).logits * weights).sum();
    };
    EXPECT_EQ(gradient_difference(b.model().named_parameters(), loss), "");
  }
}

TEST_P(EveryKind, TakesSparseFeaturesAsWellAsDenseOnes) {
  const Bench b(GetParam());
  const SparseFeatures sparse{.rows = 4,
                              .columns = 3,
                              .offsets = {0, 1, 1, 3, 4},
                              .column_indices = {1, 0, 2, 2},
                              .values = {0.5F, 1.5F, -2.0F, 0.25F}};
  const at::Tensor dense = tensor_of({0, 0.5, 0, 0, 0, 0, 1.5, 0, -2, 0, 0, 0.25}, {4, 3});
  const auto logits = [&](const NodeInput& h) {
    return b.model().forward(h, b.graph().index(), {}).logits;
  };
  EXPECT_EQ(difference(logits(NodeInput(Features(sparse)).to(at::kDouble)),
                       logits(NodeInput(dense)), kExact),
            "");
}

TEST_P(EveryKind, GivesSomeNodesTheLogitsTheyHaveAmongAll) {
  const Bench b(GetParam());
  const std::vector<NodeId> nodes{3, 1};
  const ForwardMode mode{.training = true, .seed = 4, .step = 2};
  const at::Tensor all = b.model().forward(NodeInput(b.x), b.graph().index(), mode).logits;
  const at::Tensor some = b.model().logits_of(nodes, receptive_field(*b.graph().index(), nodes, 2),
                                              NodeInput(b.x), b.graph().index(), mode);
  EXPECT_EQ(difference(some, all.index_select(0, at::tensor({3, 1})), kExact), "");
}

TEST_P(EveryKind, DropsOutInTrainingOnly) {
  ModelConfig config = small(GetParam());
  config.dropout = config.input_dropout = 0.5;
  const auto model = make_model(config, 1);
  const Graph graph = triangle_with_tail();
  const NodeInput h(random_tensor({4, 3}, 7, at::kFloat));
  const auto logits = [&](const ForwardMode& mode) {
    return model->forward(h, graph.index(), mode).logits.detach();
  };
  const ForwardMode training{.training = true, .seed = 4, .step = 2};
  EXPECT_TRUE(same_bits(logits(training), logits(training)));
  EXPECT_FALSE(same_bits(logits(training), logits({.training = true, .seed = 4, .step = 3})));
  EXPECT_FALSE(same_bits(logits(training), logits({})));
}

TEST_P(EveryKind, TellsItsShapeWithoutMemory) {
  const NamedTensors real = make_model(small(GetParam()), 1)->named_parameters();
  const NamedTensors shapes =
      make_model(small(GetParam()), ParameterInit::shapes_only())->named_parameters();
  ASSERT_EQ(shapes.size(), real.size());
  for (std::size_t i = 0; i < real.size(); ++i) {
    EXPECT_EQ(shapes[i].first, real[i].first);
    EXPECT_EQ(shapes[i].second.sizes(), real[i].second.sizes());
    EXPECT_TRUE(shapes[i].second.is_meta());
  }
}

TEST(Models, AreRefusedByUnknownNames) {
  expect_usage_error({"unknown model 'gcm'", "gcn"}, [] { (void)make_model(small("gcm"), 1); });
}

TEST_P(EveryKind, FitsAnyGraphButForTheOneWithAWeightPerNode) {
  EXPECT_EQ(make_model(small(GetParam()), 1)->is_inductive(), GetParam() != "linkx");
}

TEST(NoModel, FindsEveryClassAsLikely) {
  const Graph graph = triangle_with_tail();
  const auto model = make_model(small("none"), 1);
  const NodeInput h(random_tensor({4, 3}, 7, at::kFloat));
  const at::Tensor logits = model->forward(h, graph.index(), {}).logits;
  EXPECT_EQ(logits.sizes(), (std::vector<std::int64_t>{4, 2}));
  EXPECT_EQ(logits.abs().max().item<float>(), 0);
  EXPECT_TRUE(model->is_inductive());
}

}  // namespace
}  // namespace disgnn::nn

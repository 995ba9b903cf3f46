#include "extensions/krr/kernels/feature_kernel.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/small_graphs.h"
#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

const std::vector<NodeId> kTwoLandmarks{0, 3};
const std::vector<NodeId> kAll{0, 1, 2, 3};

/// S^2 x by dense matrices.
at::Tensor two_steps(const Graph& graph, const at::Tensor& x) {
  const NodeId n = graph.nodes();
  at::Tensor links = at::zeros({n, n}, at::kDouble);
  for (NodeId v = 0; v < n; ++v) {
    for (const NodeId u : graph.neighbours(v)) links[v][u] = 1;
  }
  const at::Tensor scale = links.sum(1).rsqrt();
  const at::Tensor s = scale.unsqueeze(1) * links * scale;
  return at::mm(s, at::mm(s, x));
}

at::Tensor unit_rows(const at::Tensor& x) {
  return x / x.norm(2, 1, /*keepdim=*/true).clamp_min(1e-12);
}

TEST(FeatureKernel, ComparesWordsAsInTfIdf) {
  const Graph graph = triangle_with_tail();
  // Word 0: nodes 0, 1, 3; word 1: all; word 2: nodes 1 and 2.
  const NodeInput features(Features(SparseFeatures{.rows = 4,
                                                   .columns = 3,
                                                   .offsets = {0, 2, 5, 7, 9},
                                                   .column_indices = {0, 1, 0, 1, 2, 1, 2, 0, 1},
                                                   .values = {1, 2, 3, 1, 1, 1, 2, 1, 5}}));
  const double a = std::log(4.0 / 3);
  const double c = std::log(4.0 / 2);
  const at::Tensor x =
      unit_rows(at::tensor({a, 0.0, 0.0, 3 * a, 0.0, c, 0.0, 0.0, 2 * c, a, 0.0, 0.0}, at::kDouble)
                    .view({4, 3}));
  const at::Tensor y = unit_rows(two_steps(graph, x));
  const at::Tensor landmarks = at::tensor(std::vector<std::int64_t>{0, 3});
  const FeatureKernel kernel(features, graph.index(), kTwoLandmarks);
  EXPECT_EQ(difference(kernel.own(kAll), at::mm(x, x.index_select(0, landmarks).t()), 1e-5), "");
  EXPECT_EQ(difference(kernel.around(kAll), at::mm(y, y.index_select(0, landmarks).t()), 1e-5), "");
}

TEST(FeatureKernel, ComparesNumbersByTheirDistance) {
  const Graph graph = triangle_with_tail();
  at::Tensor raw = random_tensor({4, 3}, 5);
  raw.select(1, 2).fill_(7);  // says nothing
  const auto standard = [](const at::Tensor& x) {
    const at::Tensor deviation = x.std(0, /*unbiased=*/false);
    return (x - x.mean(0)) / deviation.masked_fill(deviation < 1e-9, 1);
  };
  const auto kernel = [](const at::Tensor& x) {
    const at::Tensor landmarks = at::stack({x[0], x[3]});
    return (-(x.unsqueeze(1) - landmarks.unsqueeze(0)).square().sum(2) / 6).exp();
  };
  const at::Tensor x = standard(raw);
  const FeatureKernel by_distance(NodeInput(raw), graph.index(), kTwoLandmarks);
  EXPECT_EQ(difference(by_distance.own(kAll), kernel(x), 1e-5), "");
  EXPECT_EQ(difference(by_distance.around(kAll), kernel(standard(two_steps(graph, x))), 1e-5), "");
}

TEST(FeatureKernel, IsNotMadeOfTablesThatAreTooLarge) {
  EXPECT_TRUE(FeatureKernel::fits(NodeInput(at::zeros({1000, 32}))));
  EXPECT_FALSE(FeatureKernel::fits(NodeInput(at::zeros({1}).expand({100'000, 321}))));
  EXPECT_FALSE(FeatureKernel::fits(NodeInput(at::zeros({4, 0}))));
}

}  // namespace
}  // namespace disgnn::nn

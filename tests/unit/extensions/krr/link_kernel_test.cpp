#include "extensions/krr/kernels/link_kernel.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "support/plain_list_cosines.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

TEST(LinkKernel, IsOfTheCosinesOfTheLists) {
  const Graph graph = triangle_with_tail();
  const std::vector<NodeId> nodes{0, 1, 2, 3};
  const std::vector<NodeId> landmarks{3, 1};
  const at::Tensor chosen = at::tensor(std::vector<std::int64_t>{3, 1});
  const auto expect_cosines = [&](LinkSimilarity::Lists lists, bool with_itself) {
    const LinkKernel kernel(*graph.index(), lists, landmarks);
    const at::Tensor c = plain_list_cosines(graph, with_itself).index_select(1, chosen);
    EXPECT_EQ(difference(kernel.cosines(nodes), c, 1e-6), "");
    EXPECT_EQ(difference(kernel.favouring_twins(nodes), c + c.pow(4), 1e-6), "");
    EXPECT_EQ(difference(kernel.twins_only(nodes), c.pow(64), 1e-5), "");
  };
  expect_cosines(LinkSimilarity::Lists::kOthersOnly, false);
  expect_cosines(LinkSimilarity::Lists::kWithNodeItself, true);
}

}  // namespace
}  // namespace disgnn::nn

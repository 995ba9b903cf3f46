#include "extensions/structure/structure_columns.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/plain_structure.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

TEST(StructureColumns, AddTheVolumeOfTheFeaturesToTheStructureOfTheGraph) {
  // Volumes 1, 3, 7 and 0: the logarithms of 2, 4, 8 and 1, so 1, 2, 3 and 0 in units of log 2.
  const at::Tensor x = at::tensor({0.0, 1.0, -3.0, 0.0, 4.0, -3.0, 0.0, 0.0}).view({4, 2});
  const Graph graph = triangle_with_tail();
  const at::Tensor s = StructureColumns().of(NodeInput(x), graph.index());
  ASSERT_EQ(s.sizes(), (std::vector<std::int64_t>{4, kStructureColumns}));
  const double deviation = std::sqrt(1.25);  // of 1, 2, 3, 0
  const at::Tensor own = at::tensor({-0.5, 0.5, 1.5, -1.5}, at::kDouble) / deviation;
  EXPECT_EQ(difference(s.select(1, 7), own, 1e-6), "");
  // Means over the neighbours: (2 + 3) / 2, (1 + 3) / 2, (1 + 2 + 0) / 3 and 3; of these 2.125.
  const at::Tensor around = at::tensor({2.5, 2.0, 1.0, 3.0}, at::kDouble) - 2.125;
  const double spread =
      std::sqrt((0.375 * 0.375 + 0.125 * 0.125 + 1.125 * 1.125 + 0.875 * 0.875) / 4);
  EXPECT_EQ(difference(s.select(1, 8), around / spread, 1e-6), "");
  EXPECT_EQ(difference(s, plain_structure(graph, x), 1e-6), "");
}

TEST(StructureColumns, AreTheSameForSparseAndDenseFeatures) {
  const Graph graph = path(3);
  const NodeInput sparse(Features(SparseFeatures{.rows = 3,
                                                 .columns = 4,
                                                 .offsets = {0, 2, 2, 3},
                                                 .column_indices = {0, 3, 1},
                                                 .values = {1, 2, -5}}));
  const at::Tensor dense =
      at::tensor({1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, -5.0, 0.0, 0.0});
  EXPECT_EQ(difference(StructureColumns().of(sparse, graph.index()),
                       StructureColumns().of(NodeInput(dense.view({3, 4})), graph.index()), 1e-7),
            "");
}

TEST(StructureColumns, SayNothingWhereAllNodesAreEquallyFull) {
  const at::Tensor rows = random_tensor({4, 3}, 5).abs() + 0.1;
  const at::Tensor x = rows / rows.sum(1, /*keepdim=*/true);  // as after --feature-norm row
  const at::Tensor s = StructureColumns().of(NodeInput(x), triangle_with_tail().index());
  EXPECT_EQ(s.narrow(1, 7, 2).abs().max().item<double>(), 0);
}

TEST(StructureColumns, NoticeOtherFeaturesOnTheSameGraph) {
  const Graph graph = triangle_with_tail();
  const StructureColumns columns;
  const NodeInput one(random_tensor({4, 3}, 5));
  const NodeInput other(random_tensor({4, 3}, 6));
  const at::Tensor of_one = columns.of(one, graph.index());
  const at::Tensor of_other = columns.of(other, graph.index());
  EXPECT_EQ(difference(of_other, StructureColumns().of(other, graph.index()), 0), "");
  EXPECT_NE(difference(of_other, of_one, 1e-3), "");
}

}  // namespace
}  // namespace disgnn::nn

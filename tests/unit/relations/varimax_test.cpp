#include "relations/varimax.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

namespace disgnn::relations {
namespace {

TEST(Varimax, FindsGroupsBehindARotation) {
  constexpr std::int64_t kNodes = 300;
  constexpr std::int64_t kGroups = 3;
  // Indicators of three groups of different sizes, scaled to length one and then turned.
  at::Tensor groups = at::zeros({kNodes, kGroups});
  for (std::int64_t v = 0; v < kNodes; ++v) groups[v][v < 60 ? 0 : v < 150 ? 1 : 2] = 1.0;
  const at::Tensor units = groups / groups.norm(2, 0, true);
  const auto [turn, rest] = at::linalg_qr(
      at::tensor({1.0F, 0.4F, -0.3F, 0.2F, 1.0F, 0.7F, -0.5F, 0.1F, -1.0F}).view({3, 3}));
  const at::Tensor turned = units.mm(turn).contiguous();
  NodeTable table(kNodes, kGroups);
  for (std::int64_t v = 0; v < kNodes; ++v) {
    for (std::int64_t g = 0; g < kGroups; ++g) table.row(v)[g] = turned[v][g].item<float>();
  }
  const NodeTable found = varimax(table, {});
  for (std::int64_t v = 0; v < kNodes; ++v) {
    int large = 0;
    for (std::int64_t g = 0; g < kGroups; ++g) {
      if (std::abs(found.row(v)[g]) > 1e-3F) ++large;
      EXPECT_GT(found.row(v)[g], -1e-3F) << "large entries are positive";
    }
    EXPECT_EQ(large, 1) << v;
  }
}

}  // namespace
}  // namespace disgnn::relations

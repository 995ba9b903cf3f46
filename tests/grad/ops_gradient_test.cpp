#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "support/gradient_check.h"
#include "support/op_cases.h"
#include "support/small_graphs.h"
#include "support/tensors.h"
#include "unit/graph/random_graphs.h"

namespace disgnn::testing {
namespace {

std::string op_gradient_difference(const OpCase& op, const ops::PairIndexPtr& index, OpSizes size,
                                   std::uint64_t seed) {
  const Tensors inputs = grid_inputs(op, *index, size, seed, at::kDouble);
  nn::NamedTensors named;
  for (const at::Tensor& input : inputs) named.emplace_back(std::to_string(named.size()), input);
  const at::Tensor cotangent = random_tensor(op.op(inputs, index).sizes(), seed + 1);
  return gradient_difference(named, [&] { return (op.op(inputs, index) * cotangent).sum(); });
}

TEST(GradientCheck, NoticesAWrongGradient) {
  at::Tensor x = random_tensor({3}, 1).requires_grad_();
  EXPECT_EQ(gradient_difference({{"x", x}}, [&] { return x.pow(3).sum(); }), "");
  const auto cut = [&] { return (x * x.detach()).sum(); };  // autograd sees half the derivative
  EXPECT_THAT(gradient_difference({{"x", x}}, cut), ::testing::HasSubstr("d / d x[0]"));
  EXPECT_NE(gradient_difference({{"x", x.detach()}}, cut), "");
}

TEST(OpGradients, MatchCentralDifferencesOnSmallGraphs) {
  for (const auto& [graph_name, graph] : small_graphs()) {
    for (const OpCase& op : op_cases()) {
      SCOPED_TRACE(op.name + " on " + graph_name);
      EXPECT_EQ(op_gradient_difference(op, graph.index(), {2, 3}, 1), "");
    }
  }
}

TEST(OpGradients, MatchCentralDifferencesOnARectangularPattern) {
  // Row 1 and column 2 are empty.
  const auto index = PairIndex::from_rows(3, 4, {0, 3, 3, 5}, {3, 0, 1, 1, 3});
  for (const OpCase& op : op_cases()) {
    if (op.square) continue;
    SCOPED_TRACE(op.name);
    EXPECT_EQ(op_gradient_difference(op, index, {2, 3}, 1), "");
  }
}

RC_GTEST_PROP(OpGradients, MatchCentralDifferencesOnRandomGraphs, ()) {
  const Graph graph = arbitrary_graph();
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  for (const OpCase& op : op_cases()) {
    RC_LOG() << op.name << '\n';
    RC_ASSERT(op_gradient_difference(op, graph.index(), {2, 2}, seed) == "");
  }
}

}  // namespace
}  // namespace disgnn::testing

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "support/op_cases.h"
#include "support/tensors.h"
#include "unit/graph/random_graphs.h"

namespace disgnn::testing {
namespace {

/// A random graph; every other one has a hub joined to all.
Graph arbitrary_graph_or_hub() {
  PairList list = arbitrary_pair_list();
  if (*rc::gen::arbitrary<bool>()) {
    for (NodeId v = 1; v < list.nodes; ++v) list.pairs.push_back({0, v});
  }
  return build_graph(list.nodes, list.pairs, {.keep_direction = *rc::gen::arbitrary<bool>()}).graph;
}

/// A pattern with rows and columns of different number, some of them empty, repeats allowed.
ops::PairIndexPtr arbitrary_rectangle() {
  const NodeId columns = *rc::gen::inRange<NodeId>(1, 9);
  const auto rows = *rc::gen::container<std::vector<std::vector<NodeId>>>(
      rc::gen::container<std::vector<NodeId>>(rc::gen::inRange<NodeId>(0, columns)));
  std::vector<EntryId> offsets{0};
  std::vector<NodeId> entries;
  for (const auto& row : rows) {
    const std::size_t kept = std::min<std::size_t>(row.size(), 6);
    entries.insert(entries.end(), row.begin(), row.begin() + static_cast<std::ptrdiff_t>(kept));
    offsets.push_back(static_cast<EntryId>(entries.size()));
  }
  return PairIndex::from_rows(static_cast<NodeId>(rows.size()), columns, offsets, entries);
}

/// 1,500 nodes, a hub, random pairs, isolated nodes at the end: cut into many chunks of rows.
Graph large_graph() {
  constexpr NodeId kNodes = 1500;
  const RandomStream stream(1, RandomPurpose::kCampusEdges);
  std::vector<NodePair> pairs;
  for (NodeId v = 1; v < 700; ++v) pairs.push_back({0, v});
  for (std::uint64_t i = 0; i < 4000; ++i) {
    pairs.push_back({static_cast<NodeId>(stream.below(2 * i, kNodes - 100)),
                     static_cast<NodeId>(stream.below(2 * i + 1, kNodes - 100))});
  }
  return build_graph(kNodes, pairs, {.keep_direction = true}).graph;
}

/// How tables of three and more dimensions lie in memory.
enum class Layout : bool { kNodeMajor, kChannelMajor };

/// Where an op and its reference differ in value or gradients; empty when they do not.
std::string reference_difference(const OpCase& op, const ops::PairIndexPtr& index, OpSizes size,
                                 std::uint64_t seed, at::ScalarType type,
                                 Layout layout = Layout::kNodeMajor) {
  Tensors inputs = grid_inputs(op, *index, size, seed, type);
  for (at::Tensor& input : inputs) {
    if (layout == Layout::kNodeMajor || input.dim() < 3) continue;
    input = channel_major(input.detach()).requires_grad_();
  }
  const at::Tensor cotangent =
      random_tensor(op.reference(inputs, index).sizes(), seed + 1).to(type);
  const Tensors found = value_and_gradients(op.op, inputs, index, cotangent);
  const Tensors expected = value_and_gradients(op.reference, inputs, index, cotangent);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::string off = difference(found[i], expected[i], type == at::kDouble ? 1e-12 : 2e-5);
    if (!off.empty()) return (i == 0 ? "value: " : "gradient: ") + off;
  }
  return "";
}

RC_GTEST_PROP(Ops, AgreeWithTheReferenceOnRandomGraphs, ()) {
  const Graph graph = arbitrary_graph_or_hub();
  const OpSizes size{*rc::gen::element<std::int64_t>(1, 2, 7, 8),
                     *rc::gen::element<std::int64_t>(1, 7, 64, 100)};
  const auto type = *rc::gen::element(at::kFloat, at::kDouble);
  const auto layout = *rc::gen::element(Layout::kNodeMajor, Layout::kChannelMajor);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  for (const OpCase& op : op_cases()) {
    RC_LOG() << op.name << " C = " << size.channels << ", H = " << size.hidden << '\n';
    RC_ASSERT(reference_difference(op, graph.index(), size, seed, type, layout) == "");
  }
}

RC_GTEST_PROP(Ops, AgreeWithTheReferenceOnRectangularPatterns, ()) {
  const auto index = arbitrary_rectangle();
  const OpSizes size{*rc::gen::element<std::int64_t>(1, 2, 7),
                     *rc::gen::element<std::int64_t>(1, 7, 64)};
  const auto type = *rc::gen::element(at::kFloat, at::kDouble);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  for (const OpCase& op : op_cases()) {
    if (op.square) continue;
    RC_LOG() << op.name << " C = " << size.channels << ", H = " << size.hidden << '\n';
    RC_ASSERT(reference_difference(op, index, size, seed, type) == "");
  }
}

TEST(Ops, AgreeWithTheReferenceOnAGraphOfManyChunks) {
  const auto index = large_graph().index();
  for (const OpCase& op : op_cases()) {
    SCOPED_TRACE(op.name);
    EXPECT_EQ(reference_difference(op, index, {7, 7}, 1, at::kDouble), "");
    EXPECT_EQ(reference_difference(op, index, {8, 64}, 2, at::kFloat), "");
  }
}

TEST(Ops, AgreeWithTheReferenceOnEveryInstructionSet) {
  const auto index = large_graph().index();
  std::int64_t left = hwy::SupportedTargets() & HWY_TARGETS;
  while (left != 0) {
    const std::int64_t target = left & -left;
    left &= left - 1;
    hwy::SetSupportedTargetsForTest(target);
    for (const OpCase& op : op_cases()) {
      SCOPED_TRACE(op.name + " with " + hwy::TargetName(target));
      EXPECT_EQ(reference_difference(op, index, {3, 20}, 1, at::kFloat), "");
      EXPECT_EQ(reference_difference(op, index, {4, 64}, 1, at::kFloat), "");
      EXPECT_EQ(reference_difference(op, index, {2, 33}, 1, at::kDouble), "");
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

/// Gradients of the sum: autograd hands on one number, expanded to the shape of the result.
Tensors gradients_of_sum(const Op& op, const Tensors& inputs, const ops::PairIndexPtr& index) {
  for (const at::Tensor& input : inputs) input.mutable_grad().reset();
  op(inputs, index).sum().backward();
  Tensors gradients;
  for (const at::Tensor& input : inputs) gradients.push_back(input.grad().clone());
  return gradients;
}

TEST(Ops, TakeExpandedGradients) {
  const auto index = large_graph().index();
  for (const OpSizes size : {OpSizes{1, 1}, OpSizes{2, 1}, OpSizes{3, 5}}) {
    for (const OpCase& op : op_cases()) {
      SCOPED_TRACE(op.name);
      const Tensors inputs = grid_inputs(op, *index, size, 5, at::kDouble);
      const Tensors found = gradients_of_sum(op.op, inputs, index);
      const Tensors expected = gradients_of_sum(op.reference, inputs, index);
      for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(difference(found[i], expected[i], 1e-10), "");
      }
    }
  }
}

TEST(Ops, GiveTheSameBitsWithOneAndTwoThreads) {
  const auto index = large_graph().index();
  // Of eight channels each thread gets some, of one or three it gets some of the rows.
  for (const OpSizes size : {OpSizes{8, 64}, OpSizes{1, 16}, OpSizes{3, 16}}) {
    for (const at::ScalarType type : {at::kFloat, at::kDouble}) {
      for (const OpCase& op : op_cases()) {
        const Tensors inputs = grid_inputs(op, *index, size, 3, type);
        const at::Tensor cotangent = random_tensor(op.op(inputs, index).sizes(), 4).to(type);
        at::set_num_threads(1);
        const Tensors one = value_and_gradients(op.op, inputs, index, cotangent);
        at::set_num_threads(2);
        const Tensors two = value_and_gradients(op.op, inputs, index, cotangent);
        at::set_num_threads(1);
        for (std::size_t i = 0; i < one.size(); ++i) {
          EXPECT_TRUE(same_bits(one[i], two[i])) << op.name << (i == 0 ? " value" : " gradient");
        }
      }
    }
  }
}

}  // namespace
}  // namespace disgnn::testing

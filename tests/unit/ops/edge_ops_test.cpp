#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "disgnn/ops/channel_attention.h"
#include "disgnn/ops/edge_reduce.h"
#include "disgnn/ops/edge_weights.h"
#include "disgnn/ops/pair_scores.h"
#include "disgnn/ops/power_sum.h"
#include "disgnn/ops/reference.h"
#include "disgnn/ops/sparse_product.h"
#include "disgnn/ops/weighted_sum.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace disgnn::ops {
namespace {

using disgnn::testing::difference;
using disgnn::testing::random_tensor;
using disgnn::testing::tensor_of;

constexpr double kTiny = 1e-14;

/// 0 --- 1 --- 2: entries (0,0) (0,1) (1,0) (1,1) (1,2) (2,1) (2,2).
PairIndexPtr path_of_three() {
  return disgnn::testing::path(3).index();
}

/// Two rows and three columns: entries (0,2) (0,0) (1,2); column 1 is empty.
PairIndexPtr rectangle() {
  return PairIndex::from_rows(2, 3, {0, 2, 3}, {2, 0, 2});
}

TEST(GatherRows, RepeatsTheRowsValueForEachEntry) {
  const auto x = tensor_of({10, 1, 20, 2, 30, 3}, {3, 2});
  EXPECT_EQ(difference(gather_rows(x, path_of_three()),
                       tensor_of({10, 1, 10, 1, 20, 2, 20, 2, 20, 2, 30, 3, 30, 3}, {7, 2}), 0),
            "");
}

TEST(GatherColumns, TakesTheValueOfTheSender) {
  const auto x = tensor_of({10, 20, 30}, {3, 1});
  EXPECT_EQ(difference(gather_columns(x, path_of_three()),
                       tensor_of({10, 20, 10, 20, 30, 20, 30}, {7, 1}), 0),
            "");
  EXPECT_EQ(difference(gather_columns(x, rectangle()), tensor_of({30, 10, 30}, {3, 1}), 0), "");
}

TEST(SumByRow, AddsTheEntriesOfEachReceiver) {
  const auto values = tensor_of({1, 2, 4, 8, 16, 32, 64}, {7, 1});
  EXPECT_EQ(difference(sum_by_row(values, path_of_three()), tensor_of({3, 28, 96}, {3, 1}), 0), "");
}

TEST(SumByColumn, AddsTheEntriesOfEachSender) {
  const auto values = tensor_of({1, 2, 4, 8, 16, 32, 64}, {7, 1});
  EXPECT_EQ(difference(sum_by_column(values, path_of_three()), tensor_of({5, 42, 80}, {3, 1}), 0),
            "");
  EXPECT_EQ(difference(sum_by_column(tensor_of({1, 2, 4}, {3, 1}), rectangle()),
                       tensor_of({2, 0, 5}, {3, 1}), 0),
            "");
}

TEST(PairScores, OfTheMlpWeighTheLeakySumOfBothEnds) {
  // Two nodes, entries (0,0) (0,1) (1,0) (1,1); one channel, two hidden units.
  // P_0 = (1, -2), P_1 = (0, 1); Q_0 = (1, 1), Q_1 = (-3, 1); w = (10, 100).
  const auto index = disgnn::testing::path(2).index();
  const auto terms = tensor_of({1, -2, 1, 1, 0, 1, -3, 1}, {2, 2, 1, 2});
  const auto scores = pair_scores(ScoreKind::kMlp, terms, tensor_of({10, 100}, {1, 2}), index);
  // (0,0): (2, -1) -> 10 * 2    + 100 * -0.01 = 19
  // (0,1): (-2, -1) -> 10 * -0.02 + 100 * -0.01 = -1.2
  // (1,0): (1, 2)  -> 10 * 1    + 100 * 2     = 210
  // (1,1): (-3, 2) -> 10 * -0.03 + 100 * 2     = 199.7
  EXPECT_EQ(difference(scores, tensor_of({19, -1.2, 210, 199.7}, {4, 1}), kTiny), "");
}

TEST(PairScores, OfTheDotProductMultiplyTheProjectionsOfBothEnds) {
  // P_0 = (1, 2), P_1 = (3, -1): 5, 1, 1, 10.
  const auto index = disgnn::testing::path(2).index();
  const auto terms = tensor_of({1, 2, 3, -1}, {2, 1, 1, 2});
  EXPECT_EQ(difference(pair_scores(ScoreKind::kDot, terms, {}, index),
                       tensor_of({5, 1, 1, 10}, {4, 1}), kTiny),
            "");
}

TEST(PairLogits, AddUpTheChannels) {
  const auto index = disgnn::testing::path(2).index();
  const auto terms = random_tensor({2, 3, 2, 5}, 1);
  const auto w = random_tensor({2, 5}, 2);
  for (const ScoreKind kind : {ScoreKind::kMlp, ScoreKind::kDot}) {
    EXPECT_EQ(difference(pair_logits(kind, terms, w, index),
                         pair_scores(kind, terms, w, index).sum(1), kTiny),
              "");
  }
}

TEST(ChannelAttention, DropsTheWeightsThatDropoutOfTheWholeTensorDrops) {
  const auto index = disgnn::testing::path(3).index();
  const auto terms = random_tensor({3, 3, 2, 5}, 1);
  const auto w = random_tensor({2, 5}, 2);
  EdgeDropout drop;
  drop.p = 0.4;
  drop.stream = RandomStream(5, RandomPurpose::kEdgeDropout, 7, 1);
  EXPECT_EQ(
      difference(channel_attention(ScoreKind::kMlp, terms, w, index, drop).messages,
                 reference::channel_attention(ScoreKind::kMlp, terms, w, index, drop).messages,
                 kTiny),
      "");
}

TEST(ChannelAttention, LetsNanThrough) {
  const auto index = disgnn::testing::path(2).index();
  auto terms = random_tensor({2, 3, 1, 4}, 1);
  terms.select(1, 0).fill_(std::numeric_limits<double>::quiet_NaN());
  const auto out = channel_attention(ScoreKind::kMlp, terms, random_tensor({1, 4}, 2), index);
  EXPECT_TRUE(out.scores.isnan().all().item<bool>());
  EXPECT_TRUE(out.messages.isnan().all().item<bool>());
}

TEST(ChannelAttention, CopesWithExtremeScores) {
  const auto index = disgnn::testing::with_isolated_node().index();
  for (const double size : {1e4, -1e4, 1e30}) {
    auto terms = at::ones({index->nodes(), 3, 2, 3}, at::kFloat).requires_grad_();
    const auto w = at::full({2, 3}, size, at::kFloat);
    const auto out = channel_attention(ScoreKind::kMlp, terms, w, index);
    out.messages.sum().backward();
    EXPECT_EQ(difference(out.messages, at::ones_like(out.messages), 1e-6), "");
    EXPECT_TRUE(terms.grad().isfinite().all().item<bool>());
  }
}

TEST(SparseProduct, IsTheMatrixProductForEveryWeight) {
  // [[7, 0, 5], [0, 0, 3]] W
  const auto values = tensor_of({5, 7, 3}, {3});
  const std::vector<at::Tensor> weights = {random_tensor({3, 70}, 1), random_tensor({3, 70}, 2)};
  const auto dense = tensor_of({7, 0, 5, 0, 0, 3}, {2, 3});
  const auto products = sparse_product(values, weights, rectangle()).squeeze(2);
  for (std::int64_t b = 0; b < 2; ++b) {
    EXPECT_EQ(difference(products.select(1, b), at::mm(dense, weights[b]), kTiny), "");
  }
}

TEST(LinearScores, AddTheTermsOfReceiverAndSender) {
  const auto index = disgnn::testing::path(2).index();
  EXPECT_EQ(difference(linear_scores(tensor_of({1, 2}, {2, 1}), tensor_of({10, 20}, {2, 1}), index),
                       tensor_of({11, 21, 12, 22}, {4, 1}), kTiny),
            "");
}

TEST(SoftmaxWeights, AreSharesOfExpSigmoidWithinTheRow) {
  // Row 0 of the path: sigmoid(0) = 1/2 and sigmoid(ln 3) = 3/4.
  const double low = std::exp(0.5);
  const double high = std::exp(0.75);
  const double ln3 = std::log(3.0);
  const auto weights =
      softmax_weights(tensor_of({0, ln3, 0, 0, ln3, ln3, 0}, {7, 1}), path_of_three());
  const double row1 = 2 * low + high;
  EXPECT_EQ(difference(weights,
                       tensor_of({low / (low + high), high / (low + high), low / row1, low / row1,
                                  high / row1, high / (low + high), low / (low + high)},
                                 {7, 1}),
                       kTiny),
            "");
}

TEST(SoftmaxWeights, OfALoneNodeAreOneAndOfExtremeScoresFinite) {
  const auto index = disgnn::testing::with_isolated_node().index();
  const auto scores = tensor_of({1e300, -1e300, 1e4, -1e4, -700}, {5, 1});
  const auto weights = softmax_weights(scores, index);
  EXPECT_EQ(weights[4][0].item<double>(), 1.0);
  EXPECT_TRUE(at::isfinite(weights).all().item<bool>());
  const double e = std::exp(1.0);
  EXPECT_NEAR(weights[0][0].item<double>(), e / (e + 1), kTiny);
}

TEST(SumWeights, AreSharesOfTheExistenceWithinTheRow) {
  // Path 0 --- 1, existence: (0,0) 1/2, (0,1) 3/4, (1,0) 1/4, (1,1) 1/2.
  const auto index = disgnn::testing::path(2).index();
  const double ln3 = std::log(3.0);
  EXPECT_EQ(difference(sum_weights(tensor_of({0, ln3, -ln3, 0}, {4, 1}), index),
                       tensor_of({0.4, 0.6, 1.0 / 3, 2.0 / 3}, {4, 1}), kTiny),
            "");
}

TEST(SymmetricWeights, DivideByTheRootsOfBothDegrees) {
  // Path 0 --- 1, existence: (0,0) 1/2, (0,1) 3/4, (1,0) 1/4, (1,1) 1/2. Degrees 5/4 and 3/4.
  const auto index = disgnn::testing::path(2).index();
  const double ln3 = std::log(3.0);
  const double mixed = std::sqrt(1.25 * 0.75);
  EXPECT_EQ(
      difference(symmetric_weights(tensor_of({0, ln3, -ln3, 0}, {4, 1}), index),
                 tensor_of({0.5 / 1.25, 0.75 / mixed, 0.25 / mixed, 0.5 / 0.75}, {4, 1}), kTiny),
      "");
}

TEST(WeightedSum, AddsTheSendersValuesTimesTheirWeights) {
  // Path 0 --- 1, two channels, one hidden unit; V_0 = (1, 10), V_1 = (2, 20).
  const auto index = disgnn::testing::path(2).index();
  const auto A = tensor_of({1, 2, 3, 4, 5, 6, 7, 8}, {4, 2});
  // z_0 = (1 * 1 + 3 * 2, 2 * 10 + 4 * 20), z_1 = (5 * 1 + 7 * 2, 6 * 10 + 8 * 20)
  EXPECT_EQ(difference(weighted_sum(A, tensor_of({1, 10, 2, 20}, {2, 2, 1}), index),
                       tensor_of({7, 100, 19, 220}, {2, 2, 1}), kTiny),
            "");
}

TEST(PowerSum, WeighsEveryPowerOfTheMatrix) {
  // M = (0 1 0; 2 0 1; 0 3 0) as entries with weight 0 for the self loops; M^2 x by hand.
  const at::Tensor weights = tensor_of({0, 1, 2, 0, 1, 3, 0}, {7});
  const at::Tensor x = tensor_of({1, 10, 100}, {3, 1});
  const at::Tensor gammas = tensor_of({1, 0.5, 0.25}, {3});
  // M x = (10, 102, 30), M^2 x = (102, 50, 306)
  EXPECT_EQ(difference(power_sum(gammas, weights, x, path_of_three()),
                       tensor_of({1 + 5 + 25.5, 10 + 51 + 12.5, 100 + 15 + 76.5}, {3, 1}), kTiny),
            "");
}

TEST(WeightedSum, OfARectangularPatternIsTheSparseMatrixProduct) {
  // [[7, 0, 5], [0, 0, 3]] W
  const auto values = tensor_of({5, 7, 3}, {3, 1});
  const auto W = random_tensor({3, 4}, 1);
  const auto dense = tensor_of({7, 0, 5, 0, 0, 3}, {2, 3});
  EXPECT_EQ(difference(weighted_sum(values, W.unsqueeze(1), rectangle()).squeeze(1),
                       at::mm(dense, W), kTiny),
            "");
}

TEST(Ops, AcceptTensorsThatAreNotContiguous) {
  const auto index = path_of_three();
  const auto V = random_tensor({4, 2, 3}, 3).permute({2, 1, 0});  // [3, 2, 4]
  const auto A = random_tensor({2, 7}, 4).t();
  const auto w = random_tensor({4, 2}, 5).t();
  ASSERT_FALSE(V.is_contiguous() || A.is_contiguous() || w.is_contiguous());
  EXPECT_EQ(
      difference(weighted_sum(A, V, index), weighted_sum(A.contiguous(), V.contiguous(), index), 0),
      "");
  const auto terms = random_tensor({4, 2, 3, 3}, 6).permute({2, 3, 1, 0});  // [3, 3, 2, 4]
  for (const ScoreKind kind : {ScoreKind::kMlp, ScoreKind::kDot}) {
    EXPECT_EQ(difference(pair_scores(kind, terms, w, index),
                         pair_scores(kind, terms.contiguous(), w.contiguous(), index), 0),
              "");
    EXPECT_EQ(difference(channel_attention(kind, terms, w, index).messages,
                         channel_attention(kind, terms.contiguous(), w, index).messages, 0),
              "");
  }
  EXPECT_EQ(difference(sum_by_row(A, index), sum_by_row(A.contiguous(), index), 0), "");
  EXPECT_EQ(difference(sum_by_column(A, index), sum_by_column(A.contiguous(), index), 0), "");
}

TEST(Ops, OfNoPairsAreEmptyWithZeroGradients) {
  const auto none = PairIndex::from_pairs(3, {});
  auto P = random_tensor({3, 2, 2, 4}, 1).requires_grad_();
  auto w = random_tensor({2, 4}, 2).requires_grad_();
  const auto scores =
      pair_scores(ScoreKind::kMlp, P, w, none) + pair_scores(ScoreKind::kDot, P, {}, none);
  EXPECT_EQ(scores.sizes(), at::IntArrayRef({0, 2}));
  scores.sum().backward();
  EXPECT_EQ(difference(P.grad(), at::zeros_like(P), 0), "");
  EXPECT_EQ(difference(w.grad(), at::zeros_like(w), 0), "");
}

TEST(Ops, RefuseShapesThatDoNotFitTheIndex) {
  const auto index = path_of_three();
  const auto three = random_tensor({3, 2, 4}, 1);
  const auto w = random_tensor({2, 4}, 1);
  EXPECT_THROW((void)gather_rows(random_tensor({4, 2}, 1), index), std::logic_error);
  EXPECT_THROW((void)sum_by_row(random_tensor({6, 2}, 1), index), std::logic_error);
  const auto terms = [](std::int64_t nodes, std::int64_t blocks) {
    return random_tensor({nodes, blocks, 2, 4}, 1);
  };
  EXPECT_THROW((void)pair_scores(ScoreKind::kMlp, terms(4, 2), w, index), std::logic_error);
  EXPECT_THROW((void)pair_scores(ScoreKind::kMlp, terms(3, 1), w, index), std::logic_error);
  EXPECT_THROW((void)pair_scores(ScoreKind::kMlp, terms(3, 2), random_tensor({4, 2}, 1), index),
               std::logic_error);
  EXPECT_THROW((void)channel_attention(ScoreKind::kMlp, terms(3, 2), w, index), std::logic_error);
  EXPECT_THROW((void)weighted_sum(random_tensor({7, 3}, 1), three, index), std::logic_error);
  EXPECT_THROW((void)pair_scores(ScoreKind::kDot, random_tensor({2, 1, 1, 1}, 1), {}, rectangle()),
               std::logic_error);
  EXPECT_THROW((void)sparse_product(random_tensor({2}, 1), {random_tensor({3, 4}, 1)}, rectangle()),
               std::logic_error);
}

}  // namespace
}  // namespace disgnn::ops

#include "extensions/krr/kernel_choice.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "extensions/krr/kernel_ridge.h"
#include "support/labels_in_turn.h"
#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

constexpr std::int64_t kKnown = 12;

/// 1 where both nodes have the same key, [12, 12].
at::Tensor same(const std::vector<std::int32_t>& keys) {
  const at::Tensor column = at::tensor(keys).unsqueeze(1);
  return column.eq(column.t()).to(at::kDouble);
}

/// Chooses among kernels that are not multiplied.
KernelChoice choose_among(const std::vector<at::Tensor>& kernels, const ClassLabels& labels) {
  std::vector<KernelProduct> candidates;
  for (std::size_t k = 0; k < kernels.size(); ++k) candidates.push_back({k});
  return choose_kernels(kernels, candidates, labels);
}

/// What says nothing of the labels: neighbours in the list have different ones.
at::Tensor useless() {
  std::vector<std::int32_t> keys;
  for (std::int64_t v = 0; v < kKnown; ++v) keys.push_back(static_cast<std::int32_t>(v / 3));
  return same(keys);
}

/// Mean log probability of each label by a regression on the other nodes alone. Errors count by the
/// weights of the nodes: minimises sum w_i (y_i - f_i)^2 + ridge |f|^2.
double likelihood_by_refitting(const at::Tensor& kernel, const std::vector<std::int32_t>& labels,
                               double ridge, double scale,
                               const at::Tensor& weights = at::ones({kKnown}, at::kDouble)) {
  double sum = 0;
  for (std::int64_t v = 0; v < kKnown; ++v) {
    std::vector<std::int64_t> others;
    for (std::int64_t u = 0; u < kKnown; ++u) {
      if (u != v) others.push_back(u);
    }
    const at::Tensor rest = at::tensor(others);
    at::Tensor targets = at::full({kKnown - 1, 3}, -1.0 / 3, at::kDouble);
    for (std::int64_t i = 0; i < kKnown - 1; ++i) targets[i][labels[others[i]]] += 1;
    // Normal equations of the dual: (W K + ridge) a = W y.
    const at::Tensor w = weights.index_select(0, rest).unsqueeze(1);
    const at::Tensor gram = w * kernel.index_select(0, rest).index_select(1, rest) +
                            ridge * at::eye(kKnown - 1, at::kDouble);
    const at::Tensor said =
        at::mv(at::linalg_solve(gram, w * targets).t(), kernel[v].index_select(0, rest));
    sum += (weights[v] * at::log_softmax(scale * said, 0)[labels[v]]).item<double>();
  }
  return sum / kKnown;
}

TEST(KernelChoice, TakesTheKernelThatTellsTheLabels) {
  const std::vector<std::int32_t> labels = labels_in_turn(kKnown, 3);
  const KernelChoice choice = choose_among({useless(), same(labels)}, {labels, 3});
  EXPECT_EQ(choice.terms, (std::vector<KernelProduct>{{1}}));
  EXPECT_EQ(choice.ridge, 0.25);  // nothing to be careful about
  EXPECT_EQ(choice.scale, 32);
}

TEST(KernelChoice, AddsAKernelThatTellsMore) {
  // One tells class 0 from the others, the other one class 2 from the others.
  const std::vector<std::int32_t> labels = labels_in_turn(kKnown, 3);
  std::vector<std::int32_t> first;
  std::vector<std::int32_t> last;
  for (const std::int32_t label : labels) {
    first.push_back(label == 0 ? 1 : 0);
    last.push_back(label == 2 ? 1 : 0);
  }
  const KernelChoice choice = choose_among({same(first), useless(), same(last)}, {labels, 3});
  ASSERT_EQ(choice.terms.size(), 2U);
  EXPECT_EQ(choice.terms[0].front() + choice.terms[1].front(), 2U);
}

/// The label is the exclusive or of two keys, so that neither of them tells anything by itself.
TEST(KernelChoice, TakesAProductWhereNeitherFactorTellsTheLabels) {
  const std::vector<std::int32_t> one{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1};
  const std::vector<std::int32_t> other{0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1};
  std::vector<std::int32_t> labels;
  for (std::int64_t v = 0; v < kKnown; ++v) labels.push_back(one[v] ^ other[v]);
  const std::vector<at::Tensor> kernels{same(one), same(other)};
  EXPECT_TRUE(choose_among(kernels, {labels, 2}).terms.empty());
  const KernelChoice choice = choose_kernels(kernels, {{0}, {1}, {0, 1}}, {labels, 2});
  EXPECT_EQ(choice.terms, (std::vector<KernelProduct>{{0, 1}}));
}

TEST(KernelChoice, TakesNoneThatSaysLessThanNothing) {
  const std::vector<std::int32_t> labels = labels_in_turn(kKnown, 3);
  // Where alike nodes are of different classes, left-out labels are expected everywhere but there.
  const KernelChoice choice = choose_among({useless()}, {labels, 3});
  EXPECT_TRUE(choice.terms.empty());
  EXPECT_EQ(choice.likelihood, -std::log(3.0));
}

TEST(KernelRidge, LeavesNothingOfALabelInWhatItSaysWithoutIt) {
  const at::Tensor x = random_tensor({kKnown, 4}, 5);
  const at::Tensor gram = at::mm(x, x.t());
  std::vector<std::int32_t> labels = labels_in_turn(kKnown, 3);
  const at::Tensor one = fit_kernel_ridge(gram, {labels, 3}, 0.3).left_out;
  labels[4] = 0;
  const at::Tensor other = fit_kernel_ridge(gram, {labels, 3}, 0.3).left_out;
  EXPECT_EQ(difference(one[4], other[4], 1e-9), "");
  EXPECT_NE(difference(one[5], other[5], 1e-3), "");
}

/// Ridges below and above the first one that is tried.
TEST(KernelChoice, ReportsTheLikelihoodOfLabelsThatWereLeftOut) {
  const std::vector<std::int32_t> labels = labels_in_turn(kKnown, 3);
  const at::Tensor x = random_tensor({kKnown, 4}, 5);
  const at::Tensor noise = random_tensor({kKnown, kKnown}, 6);
  const at::Tensor clear = 0.5 * same(labels) + at::mm(x, x.t());
  const at::Tensor noisy = 16 * (8 * same(labels) + at::mm(noise, noise.t()));
  for (const at::Tensor& mixed : {clear, noisy}) {
    const KernelChoice choice = choose_among({mixed}, {labels, 3});
    EXPECT_EQ(choice.ridge < 1, mixed.is_same(clear)) << choice.ridge;
    EXPECT_NEAR(choice.likelihood,
                likelihood_by_refitting(mixed, labels, choice.ridge, choice.scale), 1e-9);
    for (const double ridge : {0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0}) {
      for (const double scale : {1.0, 2.0, 2.8284271247461903, 4.0, 8.0, 16.0, 32.0}) {
        EXPECT_LE(likelihood_by_refitting(mixed, labels, ridge, scale), choice.likelihood + 1e-9);
      }
    }
  }
}

/// Class 2 has one node of twelve and weighs four times as much as class 0.
TEST(KernelChoice, CountsLabelsAsTheirClassesWeigh) {
  const std::vector<std::int32_t> labels{0, 1, 0, 2, 0, 1, 0, 0, 1, 0, 0, 0};
  const at::Tensor x = random_tensor({kKnown, 4}, 5);
  const at::Tensor mixed = 0.5 * same(labels) + at::mm(x, x.t());
  const at::Tensor class_weights = at::tensor({1.0, 2.0, 4.0}, at::kFloat);
  at::Tensor weights = at::empty({kKnown}, at::kDouble);
  for (std::int64_t v = 0; v < kKnown; ++v) weights[v] = class_weights[labels[v]];
  weights /= weights.mean();
  const KernelChoice choice = choose_among({mixed}, {labels, 3, class_weights});
  ASSERT_FALSE(choice.terms.empty());
  EXPECT_NEAR(choice.likelihood,
              likelihood_by_refitting(mixed, labels, choice.ridge, choice.scale, weights), 1e-9);
}

/// A class without labels weighs nothing and leaves the others as they are.
TEST(KernelRidge, DoesWithoutAClassThatDoesNotOccur) {
  const std::vector<std::int32_t> labels{0, 0, 2, 0, 2, 0, 0, 0, 2, 0, 0, 0};
  const at::Tensor x = random_tensor({kKnown, 4}, 5);
  const at::Tensor gram = at::mm(x, x.t());
  const at::Tensor class_weights = at::tensor({1.0, 0.0, 3.0}, at::kFloat);
  const KernelRidge fit = fit_kernel_ridge(gram, {labels, 3, class_weights}, 1);
  EXPECT_TRUE(fit.left_out.isfinite().all().item<bool>());
  EXPECT_LT(fit.dual.select(1, 1).abs().max().item<double>(),
            fit.dual.select(1, 2).abs().max().item<double>());
}

/// Two nodes that look alike, of different classes: whose class weighs more decides.
TEST(KernelRidge, BelievesTheLabelThatWeighsMore) {
  const std::vector<std::int32_t> labels{0, 1};
  const at::Tensor alike = at::ones({2, 2}, at::kDouble);
  const auto said = [&](const at::Tensor& weights) {
    return at::mm(alike, fit_kernel_ridge(alike, {labels, 2, weights}, 1).dual)[0];
  };
  EXPECT_NEAR((said({})[0] - said({})[1]).item<double>(), 0, 1e-12);
  // By hand: weights 1/2 and 3/2, w1 (y - f) + w2 (-y - f) = f with y = 1/2, so f = -1/6.
  EXPECT_NEAR(said(at::tensor({1.0, 3.0}, at::kFloat))[0].item<double>(), -1.0 / 6, 1e-12);
}

/// Likelihoods of 1/7 differ in the last digits of single precision.
TEST(KernelChoice, TakesNoneForRoundingInSinglePrecision) {
  const std::vector<std::int32_t> labels = labels_in_turn(kKnown, 7);
  const at::Tensor like_no_other = at::eye(kKnown, at::kFloat);
  EXPECT_TRUE(choose_among({like_no_other}, {labels, 7}).terms.empty());
}

/// Rounding can make a kernel of products indefinite; nobody is asked then.
TEST(KernelRidge, SaysNothingWhereTheKernelIsNotPositive) {
  const std::vector<std::int32_t> labels{0, 1};
  const KernelRidge fit = fit_kernel_ridge(-at::eye(2, at::kDouble), {labels, 2}, 0.5);
  EXPECT_EQ(fit.left_out.abs().max().item<double>(), 0);
}

}  // namespace
}  // namespace disgnn::nn

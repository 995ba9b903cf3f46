#include "disgnn/embed/multi_label_task.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "disgnn/core/random.h"
#include "embed/kernels/skip_gram_kernel.h"
#include "embed/logistic_regression.h"
#include "embed/negative_nodes.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace disgnn::embed {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

TEST(LogisticRegression, EndsWhereTheGradientVanishes) {
  const at::Tensor x = random_tensor({40, 3}, 1);
  const at::Tensor y = (x.select(1, 0) + 0.5 * random_tensor({40}, 2) > 0.2).to(at::kDouble);
  const at::Tensor w = logistic_regression(x, y);
  const at::Tensor p = at::sigmoid(at::mv(x, w.narrow(0, 0, 3)) + w[3]);
  const at::Tensor of_weights = at::mv(x.t(), p - y) + w.narrow(0, 0, 3);
  EXPECT_LT(of_weights.abs().max().item<double>(), 1e-6);
  EXPECT_LT(std::abs((p - y).sum().item<double>()), 1e-6);  // the intercept is free
}

TEST(LogisticRegression, CopesWithALabelThatNobodyOrEverybodyHas) {
  const at::Tensor x = random_tensor({10, 2}, 1);
  for (const double label : {0.0, 1.0}) {
    const at::Tensor w = logistic_regression(x, at::full({10}, label, at::kDouble));
    EXPECT_TRUE(w.isfinite().all().item<bool>());
    EXPECT_EQ(w[2].item<double>() > 0, label == 1);
  }
}

/// Nodes 0 .. n-1 whose first coordinate tells label 0 from label 1; every third has both.
TEST(MultiLabelScores, ArePerfectWhereTheVectorsTellAll) {
  const std::int64_t n = 60;
  DenseFeatures vectors{n, 2, {}};
  SparseFeatures labels{n, 2, {0}, {}, {}};
  for (std::int64_t v = 0; v < n; ++v) {
    const bool first = v % 2 == 0;
    vectors.values.insert(vectors.values.end(), {first ? 3.0F : -3.0F, 0.1F});
    if (v % 3 == 0) {
      labels.column_indices.insert(labels.column_indices.end(), {0, 1});
    } else {
      labels.column_indices.push_back(first ? 0 : 1);
    }
    labels.offsets.push_back(static_cast<std::int64_t>(labels.column_indices.size()));
  }
  labels.values.assign(labels.column_indices.size(), 1.0F);
  const MultiLabelScores scores = multi_label_scores(vectors, labels, 0.5, 1);
  EXPECT_DOUBLE_EQ(scores.micro_f1, 1);
  EXPECT_DOUBLE_EQ(scores.macro_f1, 1);
}

TEST(NegativeNodes, AreDrawnByDegreeToThePowerOfThreeQuarters) {
  const auto index = hub(4).index();  // with self loops: degree 5, and 2 four times
  const NegativeNodes nodes(*index);
  const double total = std::pow(5, 0.75) + 4 * std::pow(2, 0.75);
  EXPECT_NEAR(nodes.probability(0), std::pow(5, 0.75) / total, 1e-12);
  EXPECT_NEAR(nodes.probability(3), std::pow(2, 0.75) / total, 1e-12);
  const RandomStream stream(1, RandomPurpose::kSkipGram);
  int hubs = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto words = stream.words(i);
    hubs += nodes.draw(words[0], words[1]) == 0 ? 1 : 0;
  }
  EXPECT_NEAR(hubs / 20000.0, nodes.probability(0), 0.015);
}

TEST(SkipGramStep, FollowsTheGradientOfItsLoss) {
  const std::int64_t d = 7;  // no multiple of any vector length
  at::Tensor in = random_tensor({d}, 1, at::kFloat);
  at::Tensor out = random_tensor({3, d}, 2, at::kFloat);
  const at::Tensor in_leaf = in.to(at::kDouble).clone().requires_grad_();
  const at::Tensor out_leaf = out.to(at::kDouble).clone().requires_grad_();
  const at::Tensor dots = at::mv(out_leaf, in_leaf);
  const at::Tensor loss = at::softplus(-dots[0]) + at::softplus(dots[1]) + at::softplus(dots[2]);
  loss.backward();
  std::vector<float> scratch(d);
  std::vector<float*> outputs;
  for (int k = 0; k < 3; ++k) outputs.push_back(out.data_ptr<float>() + k * d);
  const float rate = 0.1F;
  skip_gram_step({in.data_ptr<float>(), outputs.data(), 3, d, rate, scratch.data()});
  // Outputs move along the gradient at the old input, and the input at the old outputs.
  EXPECT_EQ(difference(in.to(at::kDouble), in_leaf.detach() - rate * in_leaf.grad(), 1e-6), "");
  EXPECT_EQ(difference(out.to(at::kDouble), out_leaf.detach() - rate * out_leaf.grad(), 1e-6), "");
}

}  // namespace
}  // namespace disgnn::embed

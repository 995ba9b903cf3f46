#include "extensions/krr/krr_stage.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/expect_error.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

class KrrStageTest : public ::testing::Test {
 protected:
  static KrrStage stage_of(double weight) {
    ModelConfig config{.classes = 2, .nodes = 6};
    config.extensions.set("krr-weight", weight);
    return KrrStage(config, 1);
  }
  [[nodiscard]] LabelledGraph labelled(const at::Tensor& class_weights = {}) const {
    return {features_, graph_.index(), labels_, 2, class_weights};
  }
  /// P e^(w s f), rows scaled to 1.
  [[nodiscard]] at::Tensor product(double weight, const LabelPrior& prior) const {
    const at::Tensor all = p_ * at::softmax(prior.scale * prior.of_nodes, 1).pow(weight);
    return all / all.sum(1, /*keepdim=*/true);
  }

  /// The features tell the classes, so that the regression has something to say.
  void SetUp() override {
    ASSERT_TRUE(prior_.of_nodes.ne(0).all().item<bool>());
    ASSERT_NE(prior_.scale, 1);
  }

  const Graph graph_ = path(6);
  const NodeInput features_{at::cat({at::zeros({3, 3}), at::ones({3, 3})}) +
                            0.1 * random_tensor({6, 3}, 7).to(at::kFloat)};
  const std::vector<std::int32_t> labels_{0, 0, -1, 1, 1, -1};
  const at::Tensor p_ = at::softmax(random_tensor({6, 2}, 8).to(at::kFloat), 1);
  const LabelPrior prior_ = fit_label_prior(features_, graph_.index(), labels_, 2);
};

TEST_F(KrrStageTest, MultipliesBothOpinions) {
  for (const double weight : {0.5, 1.0, 3.0}) {
    KrrStage stage = stage_of(weight);
    stage.fit(labelled(), {});
    EXPECT_EQ(difference(stage.apply(p_, graph_.index()), product(weight, prior_), 1e-6), "");
  }
}

TEST_F(KrrStageTest, OfWeightZeroLeavesThePredictionsAlone) {
  KrrStage stage = stage_of(0);
  stage.fit(labelled(), {});
  EXPECT_EQ(difference(stage.apply(p_, graph_.index()), p_, 1e-6), "");
}

TEST_F(KrrStageTest, WeighsClassesAsTheLossDoes) {
  const at::Tensor class_weights = at::tensor({0.5, 1.5}, at::kFloat);
  KrrStage stage = stage_of(0.5);
  stage.fit(labelled(class_weights), {});
  const LabelPrior weighed = fit_label_prior(features_, graph_.index(), labels_, 2, class_weights);
  ASSERT_NE(difference(weighed.of_nodes, prior_.of_nodes, 1e-4), "");
  EXPECT_EQ(difference(stage.apply(p_, graph_.index()), product(0.5, weighed), 1e-6), "");
}

TEST_F(KrrStageTest, SpeaksForItselfWhereAModelHasNoOpinion) {
  KrrStage stage = stage_of(1);
  stage.fit(labelled(), {});
  EXPECT_EQ(difference(stage.apply(at::full({6, 2}, 0.5F), graph_.index()),
                       at::softmax(prior_.scale * prior_.of_nodes, 1), 1e-6),
            "");
}

TEST_F(KrrStageTest, StaysFiniteWhereTheModelIsCertain) {
  KrrStage stage = stage_of(1);
  stage.fit(labelled(), {});
  const at::Tensor certain = at::stack({at::ones({6}), at::zeros({6})}, 1);
  EXPECT_TRUE(stage.apply(certain, graph_.index()).isfinite().all().item<bool>());
}

TEST_F(KrrStageTest, SaysWhatItChose) {
  KrrStage stage = stage_of(1);
  EXPECT_EQ(stage.choices(), "");
  stage.fit(labelled(), {});
  EXPECT_THAT(stage.choices(), ::testing::HasSubstr("4 labels"));
}

TEST_F(KrrStageTest, KnowsItsOwnGraphOnly) {
  KrrStage stage = stage_of(1);
  stage.fit(labelled(), {});
  expect_input_error({"6 nodes"}, [&] { (void)stage.apply(p_.narrow(0, 0, 3), path(3).index()); });
  const Graph other = path(5);
  const std::vector<std::int32_t> labels{0, 1, -1, -1, -1};
  const NodeInput features(at::zeros({5, 3}));
  expect_input_error({"6 nodes"}, [&] { stage.fit({features, other.index(), labels, 2}, {}); });
}

TEST_F(KrrStageTest, IsNotForGraphsThatAreTooLarge) {
  const KrrStage stage = stage_of(1);
  EXPECT_NO_THROW(stage.require_feasible(*labelled().edges));
  const Graph large = path(500'001);
  expect_usage_error({"--stage krr", "500000 nodes", "500001"},
                     [&] { stage.require_feasible(*large.index()); });
}

}  // namespace
}  // namespace disgnn::nn

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "disgnn/nn/disgnn_model.h"
#include "disgnn/nn/kernel_votes.h"
#include "predicted.h"
#include "support/expect_error.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

class Consulting : public ::testing::Test {
 protected:
  static DisGnnModel model_of(double consult, double spread = 0) {
    return {{.features = 3,
             .classes = 2,
             .channels = 2,
             .hidden = 3,
             .layers = 1,
             .consult = consult,
             .spread = spread,
             .nodes = 6},
            1};
  }

  /// The features tell the classes, so that the regression has something to say.
  void SetUp() override {
    const KernelVotes votes = kernel_votes(features_, graph_.index(), labels_, 2);
    ASSERT_TRUE(votes.of_nodes.ne(0).all().item<bool>());
  }

  const Graph graph_ = path(6);
  const NodeInput features_{at::cat({at::zeros({3, 3}), at::ones({3, 3})}) +
                            0.1 * random_tensor({6, 3}, 7).to(at::kFloat)};
  const std::vector<std::int32_t> labels_{0, 0, -1, 1, 1, -1};
  const at::Tensor logits_ = random_tensor({6, 2}, 8).to(at::kFloat);
};

TEST_F(Consulting, MultipliesBothOpinions) {
  DisGnnModel model = model_of(0.5);
  model.see_labels(features_, graph_.index(), labels_, {}, {});
  const KernelVotes votes = kernel_votes(features_, graph_.index(), labels_, 2);
  const at::Tensor product =
      at::softmax(logits_, 1) * at::softmax(votes.scale * votes.of_nodes, 1).sqrt();
  const at::Tensor wanted = product / product.sum(1, /*keepdim=*/true);
  EXPECT_EQ(difference(predicted(model, logits_, graph_), wanted, 1e-6), "");
  EXPECT_EQ(difference(model.standalone_probabilities(logits_), wanted, 1e-6), "");
}

TEST_F(Consulting, WeighsClassesAsTheLossDoes) {
  DisGnnModel model = model_of(0.5);
  const at::Tensor class_weights = at::tensor({0.5, 1.5}, at::kFloat);
  model.see_labels(features_, graph_.index(), labels_, class_weights, {});
  const KernelVotes votes = kernel_votes(features_, graph_.index(), labels_, 2, class_weights);
  const KernelVotes unweighted = kernel_votes(features_, graph_.index(), labels_, 2);
  ASSERT_NE(difference(votes.of_nodes, unweighted.of_nodes, 1e-4), "");
  const at::Tensor product =
      at::softmax(logits_, 1) * at::softmax(votes.scale * votes.of_nodes, 1).sqrt();
  EXPECT_EQ(difference(predicted(model, logits_, graph_),
                       product / product.sum(1, /*keepdim=*/true), 1e-6),
            "");
}

TEST_F(Consulting, GoesBeforeSpreading) {
  DisGnnModel spreading = model_of(0, 0.5);
  DisGnnModel both = model_of(1, 0.5);
  for (DisGnnModel* const model : {&spreading, &both}) {
    model->see_labels(features_, graph_.index(), labels_, {}, {});
  }
  const at::Tensor asked = both.standalone_probabilities(logits_);
  EXPECT_EQ(
      difference(predicted(both, logits_, graph_), predicted(spreading, asked.log(), graph_), 1e-6),
      "");
}

TEST_F(Consulting, IsNotDoneOnAnotherGraph) {
  DisGnnModel model = model_of(1);
  model.see_labels(features_, graph_.index(), labels_, {}, {});
  const at::Tensor three = logits_.narrow(0, 0, 3);
  EXPECT_THROW((void)predicted(model, three, path(3)), Error);
  model.leave_own_graph();
  EXPECT_TRUE(predicted(model, three, path(3)).equal(at::softmax(three, 1)));
}

TEST_F(Consulting, IsWhereFirstGuessesStartFrom) {
  DisGnnModel model({.features = 3,
                     .classes = 2,
                     .channels = 2,
                     .hidden = 3,
                     .layers = 1,
                     .beliefs = true,
                     .consult = 0.5,
                     .nodes = 6},
                    1);
  model.see_labels(features_, graph_.index(), labels_, {}, {});
  const KernelVotes votes = kernel_votes(features_, graph_.index(), labels_, 2);
  for (const bool training : {false, true}) {
    const ModelOutput out = model.forward(
        features_, graph_.index(), {.training = training, .wanted = ForwardMode::Wanted::kAll});
    EXPECT_EQ(difference(out.first_guess, 0.5 * votes.scale * votes.of_nodes, 1e-6), "");
  }
}

TEST_F(Consulting, IsOffUnlessAskedFor) {
  DisGnnModel model = model_of(0);
  model.see_labels(features_, graph_.index(), labels_, {}, {});
  EXPECT_TRUE(predicted(model, logits_, graph_).equal(at::softmax(logits_, 1)));
}

}  // namespace
}  // namespace disgnn::nn

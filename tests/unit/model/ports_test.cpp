#include "disgnn/model/ports.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "disgnn/model/disgnn_model.h"
#include "support/gradient_check.h"
#include "support/small_graphs.h"
#include "support/small_parts.h"
#include "support/tensors.h"

// What the model does with parts that others plug in, whoever they are.

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

ModelConfig small_config(bool jumping_knowledge = true) {
  return {.features = 3,
          .classes = 2,
          .channels = 3,
          .hidden = 5,
          .layers = 2,
          .jumping_knowledge = jumping_knowledge};
}

/// In double with random parameters.
std::shared_ptr<DisGnnModel> random_model(const ModelConfig& config, ModelParts parts) {
  auto model = std::make_shared<DisGnnModel>(config, 1, std::move(parts));
  model->to(at::kDouble);
  randomise_parameters(*model, 3);
  return model;
}

/// Gives `model` the values that parameters of the same name and shape have in `other`.
void copy_common(const DisGnnModel& model, const DisGnnModel& other) {
  const at::NoGradGuard no_gradients;
  for (const auto& [name, tensor] : model.named_parameters()) {
    for (const auto& [known, values] : other.named_parameters()) {
      if (known == name && values.sizes() == tensor.sizes()) tensor.copy_(values);
    }
  }
}

class Ports : public ::testing::Test {
 protected:
  [[nodiscard]] ModelOutput output_of(const DisGnnModel& model, const at::Tensor& h) const {
    return model.forward(NodeInput(h), graph_.index(), {});
  }

  const Graph graph_ = triangle_with_tail();
  const at::Tensor features_ = random_tensor({4, 3}, 7);
};

TEST_F(Ports, AreEmptyInThePapersModel) {
  const DisGnnModel model(small_config(), 1);
  for (const auto& [name, tensor] : model.named_parameters()) {
    EXPECT_TRUE(name.starts_with("layer") || name.starts_with("classifier_")) << name;
    EXPECT_THAT(name, ::testing::Not(::testing::HasSubstr("prior_weight")));
  }
  EXPECT_TRUE(model.is_inductive());
  EXPECT_FALSE(output_of(model, features_.to(at::kFloat)).auxiliary_logits.defined());
}

TEST_F(Ports, LetAnEncoderStandInForTheFeatures) {
  ModelParts parts;
  parts.input = std::make_shared<AffineInput>(small_config(), true);
  const auto model = random_model(small_config(), parts);
  ModelConfig of_encoded = small_config();
  of_encoded.features = of_encoded.hidden;
  const auto plain = random_model(of_encoded, {});
  copy_common(*plain, *model);
  const at::Tensor encoded =
      at::mm(features_, find_tensor(model->named_parameters(), "input.map.weight")) +
      find_tensor(model->named_parameters(), "input.map.bias");
  // With jumping knowledge the classifier reads the encoding, too.
  EXPECT_EQ(difference(output_of(*model, features_).hidden,
                       at::cat({encoded, output_of(*plain, encoded).hidden}, 1), 1e-12),
            "");
  const auto last_only = random_model(small_config(false), parts);
  EXPECT_EQ(last_only->encoder_width(), 5);
}

TEST_F(Ports, LetTheClassifierReadFurtherFeatures) {
  for (const bool jumping_knowledge : {false, true}) {
    ModelParts parts;
    parts.readouts.emplace_back("first", std::make_shared<AffineReadout>(3, 5));
    parts.readouts.emplace_back("second", std::make_shared<AffineReadout>(3, 5));
    const auto model = random_model(small_config(jumping_knowledge), parts);
    const auto plain = random_model(small_config(jumping_knowledge), {});
    copy_common(*plain, *model);
    std::vector<at::Tensor> expected{output_of(*plain, features_).hidden};
    for (const std::string name : {"first", "second"}) {
      expected.push_back(
          at::mm(features_, find_tensor(model->named_parameters(), name + ".map.weight")) +
          find_tensor(model->named_parameters(), name + ".map.bias"));
    }
    EXPECT_EQ(difference(output_of(*model, features_).hidden, at::cat(expected, 1), 1e-12), "");
    EXPECT_EQ(model->encoder_width(), plain->encoder_width() + 10);
  }
}

TEST_F(Ports, AddEvidenceToTheScoresByTheWeightOfEachChannel) {
  ModelParts parts;
  parts.edge_prior = std::make_shared<NumberedPrior>(3, 2);
  const auto model = random_model(small_config(), parts);
  const auto plain = random_model(small_config(), {});
  copy_common(*plain, *model);
  const ModelOutput out = output_of(*model, features_);
  const at::Tensor evidence = NumberedPrior::of_pairs(graph_.index(), at::kDouble);
  const at::Tensor weight = find_tensor(model->named_parameters(), "layer0.prior_weight");
  // The first layer reads the same h in both models.
  EXPECT_EQ(difference(out.layers[0].scores,
                       output_of(*plain, features_).layers[0].scores +
                           evidence.unsqueeze(1) * weight.unsqueeze(0),
                       1e-12),
            "");
  EXPECT_EQ(out.auxiliary_logits.sizes(), (std::vector<std::int64_t>{4, 2}));
}

TEST_F(Ports, ScoreFurtherPairsAsTheyScoreEdges) {
  const auto model = random_model(small_config(), small_parts(small_config()));
  const ModelOutput out = output_of(*model, features_);
  for (const std::size_t i : {0, 1}) {
    const DisentangledLayer& layer = model->layer(i);
    EXPECT_EQ(
        difference(layer.pair_scores(out.layers[i], graph_.index()), out.layers[i].scores, 1e-12),
        "");
    EXPECT_EQ(difference(layer.pair_logits(out.layers[i], graph_.index()),
                         out.layers[i].scores.sum(1), 1e-12),
              "");
  }
}

TEST_F(Ports, StartWithOppositeScoresOfEvidenceInBothHalves) {
  const DisGnnModel model(small_config(), 1, small_parts(small_config()));
  EXPECT_EQ(difference(find_tensor(model.named_parameters(), "layer1.prior_weight").to(at::kDouble),
                       tensor_of({1, -0.5, -0.5}, {3}), 1e-7),
            "");
  ModelConfig lone = small_config();
  lone.channels = 1;
  const DisGnnModel of_one(lone, 1, small_parts(lone));
  EXPECT_EQ(find_tensor(of_one.named_parameters(), "layer0.prior_weight").item<double>(), 0);
}

TEST_F(Ports, KeepScorersSilentAtFirstWhereThereIsEvidence) {
  for (const std::string scorer : {"mlp", "linear", "dot"}) {
    ModelConfig config = small_config();
    config.scorer = scorer;
    ModelParts parts;
    parts.edge_prior = std::make_shared<NumberedPrior>(3, 2);
    const DisGnnModel model(config, 1, parts);
    const at::Tensor scores = output_of(model, features_.to(at::kFloat)).layers[0].scores;
    const at::Tensor evidence = NumberedPrior::of_pairs(graph_.index(), at::kFloat);
    const at::Tensor prior =
        evidence.unsqueeze(1) * find_tensor(model.named_parameters(), "layer0.prior_weight");
    // The scores of dot are products of a weight with itself, which would stay at zero.
    EXPECT_EQ(difference(scores, prior, 1e-6).empty(), scorer != "dot") << scorer;
  }
}

TEST_F(Ports, MakeTheModelAsInductiveAsItsParts) {
  EXPECT_TRUE(DisGnnModel(small_config(), 1, small_parts(small_config(), true)).is_inductive());
  EXPECT_FALSE(DisGnnModel(small_config(), 1, small_parts(small_config(), false)).is_inductive());
}

TEST_F(Ports, LetPartsSayHowTheirParametersLearn) {
  const DisGnnModel model(small_config(), 1, small_parts(small_config()));
  EXPECT_EQ(model.param_group_of("input.map.bias").lr_scale, 3);
  EXPECT_EQ(model.param_group_of("input.map.weight").lr_scale, 1);
  EXPECT_EQ(model.param_group_of("edge_prior.map.weight").lr_scale, 2);
  EXPECT_FALSE(model.param_group_of("own.map.bias").weight_decay);
  EXPECT_TRUE(model.param_group_of("own.map.weight").weight_decay);
  EXPECT_FALSE(model.param_group_of("layer1.prior_weight").weight_decay);
  EXPECT_TRUE(model.param_group_of("layer1.fuse.bias").weight_decay);
  EXPECT_EQ(model.param_group_of("layer1.fuse.bias").lr_scale, 1);
}

class PortsInMemory : public ::testing::TestWithParam<MemoryUse> {};

INSTANTIATE_TEST_SUITE_P(By, PortsInMemory, ::testing::Values(MemoryUse::kNormal, MemoryUse::kLean),
                         [](const auto& info) {
                           return info.param == MemoryUse::kLean ? "lean" : "normal";
                         });

TEST_P(PortsInMemory, HaveTheRightGradients) {
  ModelConfig config = small_config();
  config.memory = GetParam();
  config.input_dropout = config.dropout = config.edge_dropout = 0.2;
  const auto model = random_model(config, small_parts(config));
  const Graph graph = triangle_with_tail();
  const NodeInput h(random_tensor({4, 3}, 7));
  const at::Tensor cotangent = random_tensor({4, 2}, 8);
  const ForwardMode mode{.training = true, .seed = 1, .step = 4};
  EXPECT_EQ(gradient_difference(model->named_parameters(),
                                [&] {
                                  const auto out = model->forward(h, graph.index(), mode);
                                  return (out.logits * cotangent).sum() +
                                         (out.auxiliary_logits * cotangent).sum();
                                }),
            "");
}

TEST_P(PortsInMemory, GiveSomeNodesTheLogitsTheyHaveAmongAll) {
  ModelConfig config = small_config();
  config.memory = GetParam();
  config.input_dropout = config.dropout = config.edge_dropout = 0.2;
  const Graph graph = triangle_with_tail();
  const NodeInput h(random_tensor({4, 3}, 7));
  const ForwardMode mode{.training = true, .seed = 4, .step = 2};
  // Node 3 hangs on node 2: the first layer computes two nodes, the second one.
  const std::vector<NodeId> nodes{3};
  ModelParts row_wise = small_parts(config);
  row_wise.edge_prior = nullptr;
  for (const ModelParts& parts : {small_parts(config), row_wise}) {
    const auto model = random_model(config, parts);
    const ReceptiveField field = receptive_field(*graph.index(), nodes, model->field_depth());
    EXPECT_EQ(difference(model->logits_of(nodes, field, h, graph.index(), mode),
                         model->forward(h, graph.index(), mode).logits.narrow(0, 3, 1), 1e-12),
              "");
  }
}

}  // namespace
}  // namespace disgnn::nn

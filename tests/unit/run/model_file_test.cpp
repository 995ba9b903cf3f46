#include "disgnn/run/model_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "disgnn/core/atomic_file.h"
#include "disgnn/model/extension.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"
#include "support/tensors.h"

namespace disgnn::run {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers
using Json = nlohmann::json;

/// A model with other than the default options, stored.
class ModelFile : public ::testing::Test {
 protected:
  ModelFile() {
    card_.config = {.features = 3,
                    .classes = 2,
                    .channels = 6,
                    .hidden = 5,
                    .layers = 1,
                    .scorer = "dot",
                    .aggregator = "sage",
                    .edge_norm = "sum",
                    .self_term = true,
                    .jumping_knowledge = true,
                    .dropout = 0.25,
                    .nodes = 4};
    card_.name = "disgnn-base";
    card_.normalizer.kind = "none";
    card_.class_names = {"cat", "dog"};
    card_.seed = 7;
    model_ = nn::make_model(card_.config, 1);
    save_model(run_, card_, *model_);
  }

  /// Changes model.json and expects that it is refused with these words.
  void expect_refused(const std::function<void(Json&)>& change,
                      std::vector<std::string> words) const {
    Json json = Json::parse(read_file(run_.model()));
    change(json);
    write_file_atomically(run_.model(), json.dump());
    words.emplace_back(run_.path().string());
    expect_input_error(words, [&] { (void)load_model(run_); });
  }

  const TemporaryFolder folder_;
  const RunFolder run_{folder_.path()};
  ModelCard card_;
  std::shared_ptr<nn::NodeClassifier> model_;
};

TEST_F(ModelFile, ComesBackAsItWas) {
  const LoadedModel loaded = load_model(run_);
  const nn::ModelConfig& config = loaded.card.config;
  EXPECT_EQ(config.kind, "disgnn");
  EXPECT_EQ(config.channels, 6);
  EXPECT_EQ(config.scorer, "dot");
  EXPECT_EQ(config.aggregator, "sage");
  EXPECT_EQ(config.edge_norm, "sum");
  EXPECT_TRUE(config.self_term);
  EXPECT_TRUE(config.jumping_knowledge);
  EXPECT_EQ(config.dropout, 0.25);
  EXPECT_EQ(config.nodes, 4);
  EXPECT_EQ(loaded.card.name, "disgnn-base");
  EXPECT_EQ(loaded.card.class_names, card_.class_names);
  EXPECT_EQ(loaded.card.seed, 7U);
  EXPECT_TRUE(loaded.stages.empty());
  EXPECT_EQ(first_difference(loaded.model->named_parameters(), model_->named_parameters()), "");
}

TEST_F(ModelFile, ComputesAsItIsToldTo) {
  EXPECT_EQ(load_model(run_).model->config().memory, nn::MemoryUse::kNormal);
  const nn::ModelConfig config =
      load_model(run_, {.memory = nn::MemoryUse::kLean, .kernels = ops::Kernels::kReference})
          .model->config();
  EXPECT_EQ(config.memory, nn::MemoryUse::kLean);
  EXPECT_EQ(config.kernels, ops::Kernels::kReference);
}

TEST_F(ModelFile, OfAnEarlierFormatIsRefusedWithAWayOut) {
  expect_refused([](Json& json) { json["format"] = "disgnn-model-1"; },
                 {"written by another version of disgnn", "train again"});
}

TEST_F(ModelFile, WithAnOptionOutOfItsRangeIsRefused) {
  expect_refused([](Json& json) { json["options"]["channels"] = 0; }, {"--channels '0'"});
}

TEST_F(ModelFile, WithAnOptionOfAnotherTypeIsRefused) {
  expect_refused([](Json& json) { json["options"]["dropout"] = Json::array({1}); },
                 {"--dropout '[1]'"});
}

TEST_F(ModelFile, WithAChoiceNobodyKnowsIsRefused) {
  expect_refused([](Json& json) { json["options"]["scorer"] = "oracle"; }, {"--scorer 'oracle'"});
}

TEST_F(ModelFile, WithoutOneOfItsOptionsIsRefused) {
  expect_refused([](Json& json) { json["options"].erase("hidden"); }, {"lacks a field", "hidden"});
}

TEST_F(ModelFile, NamesOptionsOfExtensionsOnlyWhereTheyAreOn) {
  const Json options = Json::parse(read_file(run_.model()))["options"];
  for (const nn::Extension& extension : nn::extensions()) {
    for (const nn::ExtensionOption& option : extension.options) {
      EXPECT_FALSE(options.contains(option.name)) << option.name;
    }
  }
}

TEST_F(ModelFile, WithAnExtensionThatThisProgramLacksIsRefused) {
  expect_refused([](Json& json) { json["options"]["crystal_ball"] = true; },
                 {"an extension that this program was built without"});
}

TEST_F(ModelFile, WithAStageNobodyKnowsIsRefused) {
  expect_refused([](Json& json) { json["stages"] = {"oracle"}; }, {"unknown stage 'oracle'"});
}

TEST_F(ModelFile, WhoseWeightsDoNotFitTheOptionsIsRefused) {
  expect_refused([](Json& json) { json["options"]["self_term"] = false; }, {"model.safetensors"});
}

}  // namespace
}  // namespace disgnn::run

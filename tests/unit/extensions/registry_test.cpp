#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "disgnn/model/disgnn_model.h"
#include "disgnn/model/extension.h"
#include "support/expect_error.h"
#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers
using ::testing::ElementsAre;

TEST(Extensions, OwnOptionsThatAreOffInTheLibraryAndUnique) {
  const ModelConfig config;
  std::set<std::string> names;
  for (const Extension& extension : extensions()) {
    for (const ExtensionOption& option : extension.options) {
      EXPECT_TRUE(names.insert(option.name).second) << option.name;
      EXPECT_EQ(config.extensions.value(option.name), option.off) << option.name;
      EXPECT_EQ(option.value.index(), option.off.index()) << option.name;
    }
  }
  EXPECT_FALSE(config.extensions.has("no-such-option"));
}

TEST(Extensions, PlugNothingIntoAModelUnlessAskedTo) {
  const ModelConfig config{.features = 3, .classes = 2, .nodes = 4};
  const ModelParts parts = make_parts(config, 1);
  EXPECT_EQ(parts.input, nullptr);
  EXPECT_TRUE(parts.readouts.empty());
  EXPECT_EQ(parts.edge_prior, nullptr);
  EXPECT_EQ(first_difference(make_model(config, 1)->named_parameters(),
                             DisGnnModel(config, 1).named_parameters()),
            "");
}

TEST(Extensions, PlugInWhatTheOptionsAskFor) {
  ModelConfig config{.features = 3, .classes = 2, .hidden = 5, .nodes = 4};
  config.extensions.set("input", std::string("project"));
  config.extensions.set("gpr-hops", std::int64_t{2});
  config.extensions.set("edge-class-prior", true);
  const ModelParts parts = make_parts(config, 1);
  EXPECT_NE(parts.input, nullptr);
  ASSERT_EQ(parts.readouts.size(), 1U);
  EXPECT_EQ(parts.readouts[0].first, "gpr");
  EXPECT_NE(parts.edge_prior, nullptr);
  // The prior reads the projected features and what comes from far, both H wide.
  const NamedTensors tensors = make_model(config, 1)->named_parameters();
  EXPECT_EQ(find_tensor(tensors, "edge_prior.own.weight").sizes(),
            (std::vector<std::int64_t>{5, 2}));
  EXPECT_EQ(find_tensor(tensors, "edge_prior.readout0.weight").sizes(),
            (std::vector<std::int64_t>{5, 2}));
  EXPECT_EQ(find_tensor(tensors, "gpr.gammas").numel(), 3);
}

TEST(Stages, AreMadeByNameInTheGivenOrder) {
  EXPECT_THAT(stage_names(), ElementsAre("krr", "spreading", "groups"));
  const ModelConfig config{.classes = 2, .nodes = 4};
  const PredictionStages stages = make_stages({"spreading", "krr"}, config, 1);
  ASSERT_EQ(stages.size(), 2U);
  EXPECT_EQ(stages[0]->name(), "spreading");
  EXPECT_EQ(stages[1]->name(), "krr");
  EXPECT_TRUE(make_stages({}, config, 1).empty());
}

TEST(Stages, AreNamedOnce) {
  expect_usage_error({"'krr' more than once", "name it once"}, [] {
    (void)make_stages({"krr", "krr"}, ModelConfig{.classes = 2, .nodes = 4}, 1);
  });
}

TEST(Stages, OfUnknownNamesAreRefused) {
  expect_usage_error({"unknown stage 'krx'", "krr, spreading, groups"}, [] {
    (void)make_stages({"krr", "krx"}, ModelConfig{.classes = 2, .nodes = 4}, 1);
  });
  // An extension without a stage is none.
  expect_usage_error({"unknown stage 'gpr'"},
                     [] { (void)make_stages({"gpr"}, ModelConfig{.classes = 2, .nodes = 4}, 1); });
}

}  // namespace
}  // namespace disgnn::nn

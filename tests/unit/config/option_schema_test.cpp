#include "disgnn/config/option_schema.h"

#include <gtest/gtest.h>

#include <algorithm>

// Which options the model of some settings reads.

namespace disgnn::run {
namespace {

const Option& option(const std::string& name) {
  return *std::ranges::find(option_schema(), name, &Option::name);
}

TEST(UnreadOptions, AreThoseOfChannelsWhereAModelHasNone) {
  Settings settings;
  settings.model = "gcn";
  EXPECT_EQ(option("scorer").unread_because(settings), "gcn has no relation channels");
  EXPECT_EQ(option("edge-norm").unread_because(settings), "gcn has no relation channels");
  EXPECT_TRUE(option("lr").is_read_by(settings));
  settings.model = "disgnn";
  EXPECT_TRUE(option("scorer").is_read_by(settings));
}

TEST(UnreadOptions, AreEdgeNormsOfAnAggregatorThatHasItsOwn) {
  Settings settings;
  EXPECT_TRUE(option("edge-norm").is_read_by(settings));
  settings.aggregator = "gcn";
  EXPECT_EQ(option("edge-norm").unread_because(settings),
            "the aggregator gcn has a norm of its own");
  EXPECT_TRUE(option("scorer").is_read_by(settings));
}

TEST(UnreadOptions, AreWeightsOfSignalsThatTheModelHasNot) {
  Settings settings;
  EXPECT_TRUE(option("lambda-edge").is_read_by(settings));
  settings.model = "disgnn-base";
  for (const char* const name :
       {"lambda-edge", "lambda-conform", "lambda-channel", "lambda-self", "edge-share", "balanced",
        "pretext-layers", "pseudo-labels", "pseudo-confidence"}) {
    EXPECT_FALSE(option(name).is_read_by(settings)) << name;
  }
  EXPECT_TRUE(option("pretext").is_read_by(settings));
  settings.pretext = "edge=1";
  for (const char* const name : {"edge-share", "negatives", "edge-union", "pretext-layers"}) {
    EXPECT_TRUE(option(name).is_read_by(settings)) << name;
  }
  EXPECT_EQ(option("balanced").unread_because(settings), "label conformity has no weight");
}

TEST(UnreadOptions, AreThoseOfGuessesWhereNothingGuesses) {
  Settings settings;
  EXPECT_TRUE(option("self-confidence").is_read_by(settings));
  settings.pseudo_labels = false;
  for (const char* const name :
       {"lambda-self", "self-confidence", "pseudo-warm-up", "pseudo-confidence"}) {
    EXPECT_EQ(option(name).unread_because(settings), "there are no --pseudo-labels") << name;
  }
  EXPECT_TRUE(option("pseudo-labels").is_read_by(settings));
  settings.pseudo_labels = true;
  settings.lambda_self = 0;
  EXPECT_FALSE(option("self-confidence").is_read_by(settings));
  EXPECT_TRUE(option("pseudo-confidence").is_read_by(settings));
  settings.model = "gcn";
  EXPECT_FALSE(option("pseudo-confidence").is_read_by(settings));
  settings.pretext = "self=1";
  EXPECT_TRUE(option("self-confidence").is_read_by(settings));
}

TEST(UnreadOptions, AreThoseOfOtherModels) {
  Settings settings;
  for (const char* const name : {"hops", "alpha", "theta"}) {
    EXPECT_EQ(option(name).unread_because(settings), "disgnn does not read it") << name;
  }
  settings.model = "gprgnn";
  EXPECT_TRUE(option("hops").is_read_by(settings));
  EXPECT_FALSE(option("theta").is_read_by(settings));
  EXPECT_FALSE(option("layers").is_read_by(settings));
  settings.model = "gcn";
  EXPECT_FALSE(option("channels").is_read_by(settings));
  EXPECT_TRUE(option("layers").is_read_by(settings));
  settings.model = "gat";
  EXPECT_TRUE(option("channels").is_read_by(settings));
}

TEST(UnreadOptions, AreAllButThoseOfDataAndStagesWithoutAModel) {
  Settings settings;
  settings.model = "none";
  for (const char* const name : {"hidden", "dropout", "epochs", "lr"}) {
    EXPECT_EQ(option(name).unread_because(settings), "none is not trained") << name;
  }
  for (const char* const name : {"feature-norm", "split", "class-balance", "label-column"}) {
    EXPECT_TRUE(option(name).is_read_by(settings)) << name;
  }
}

}  // namespace
}  // namespace disgnn::run

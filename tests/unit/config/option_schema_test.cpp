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

}  // namespace
}  // namespace disgnn::run

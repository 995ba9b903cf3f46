#include "disgnn/explain/channel_statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace disgnn {
namespace {

using ::testing::ElementsAre;
using ::testing::Eq;

TEST(ChannelStatistics, CountsWhatEachChannelDominates) {
  const std::vector<std::int32_t> labels{0, 0, 1, -1};
  //                                  0>1 1>0 0>2 2>0 2>3 3>2
  const std::vector<NodeId> sources{0, 1, 0, 2, 2, 3};
  const std::vector<NodeId> targets{1, 0, 2, 0, 3, 2};
  const std::vector<std::int32_t> relations{1, 1, 0, -1, 0, 0};
  const std::vector<std::int32_t> dominant{0, 0, 0, 1, 2, 2};
  const ChannelStatistics found = channel_statistics(dominant, 4,
                                                     {.sources = sources,
                                                      .targets = targets,
                                                      .labels = labels,
                                                      .classes = 2,
                                                      .relations = relations,
                                                      .relation_count = 2});
  EXPECT_THAT(found.dominated, ElementsAre(3, 1, 2, 0));
  EXPECT_THAT(found.homo_rate,
              ElementsAre(Eq(2.0 / 3.0), Eq(0.0), Eq(std::nullopt), Eq(std::nullopt)));
  EXPECT_THAT(found.mixing, ElementsAre(2, 1, 0, 0,  // channel 0: 0>0 twice, 0>1 once
                                        0, 0, 1, 0,  // channel 1: 1>0
                                        0, 0, 0, 0,  // node 3 has no label
                                        0, 0, 0, 0));
  EXPECT_THAT(found.by_relation, ElementsAre(1, 2, 0, 0, 2, 0, 0, 0));
}

TEST(ChannelStatistics, SortsValuesIntoBins) {
  const std::vector<float> values{-1, 0.5F,   // outside goes to the ends
                                  0,  0.25F,  // bounds belong to the bin above
                                  9,  0.999F, 1, 0.1F};
  const std::vector<double> bounds{0, 0.25, 0.5, 1};
  EXPECT_THAT(channel_histograms(values, 2, bounds), ElementsAre(2, 0, 2, 1, 1, 2));
}

}  // namespace
}  // namespace disgnn

#include "relations/exclusive_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace disgnn::relations {
namespace {

using ::testing::ElementsAre;

/// 120 nodes; relation A divides them by number % 3, relation B by number / 40: independent.
NodeTable two_partitions() {
  NodeTable members(120, 6);
  for (std::int64_t v = 0; v < 120; ++v) {
    for (std::int64_t g = 0; g < 6; ++g) members.row(v)[g] = 0.05F;
    members.row(v)[v % 3] = 1;
    members.row(v)[3 + v / 40] = 2;  // memberships have scales of their own
  }
  return members;
}

TEST(ExclusiveGroups, FormRelations) {
  EXPECT_THAT(exclusive_groups(two_partitions(), {}),
              ElementsAre(ElementsAre(0, 1, 2), ElementsAre(3, 4, 5)));
}

TEST(ExclusiveGroups, LeaveOutTooFewAndTooSmallGroups) {
  NodeTable members = two_partitions();
  for (std::int64_t v = 0; v < 120; ++v) members.row(v)[5] = v < 3 ? 1.0F : 0.0F;  // three members
  EXPECT_THAT(exclusive_groups(members, {}), ElementsAre(ElementsAre(0, 1, 2)));
  EXPECT_THAT(exclusive_groups(members, {.least_groups = 2}),
              ElementsAre(ElementsAre(0, 1, 2), ElementsAre(3, 4)));
}

TEST(ExclusiveGroups, ManySmallOnesAreOneRelationIfTheyShareFewMembers) {
  NodeTable cliques(1000, 50);  // of 20 members: a fifth of a joint member by chance
  for (std::int64_t v = 0; v < 1000; ++v) cliques.row(v)[v / 20] = 1;
  const auto relations = exclusive_groups(cliques, {});
  ASSERT_EQ(relations.size(), 1U);
  EXPECT_EQ(relations[0].size(), 50U);
}

TEST(ExclusiveGroups, ADoubledGroupDoesNotJoinItsTwin) {
  NodeTable members(120, 4);
  for (std::int64_t v = 0; v < 120; ++v) {
    members.row(v)[v % 3] = 1;
    members.row(v)[3] = members.row(v)[2];
  }
  const auto relations = exclusive_groups(members, {});
  ASSERT_EQ(relations.size(), 1U);
  EXPECT_EQ(relations[0].size(), 3U);
}

}  // namespace
}  // namespace disgnn::relations

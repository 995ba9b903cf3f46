#include "disgnn/data/split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace disgnn::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Labels = std::vector<std::int32_t>;
using Roles = std::vector<Role>;

/// (train, validation, test) of a class of this size.
std::array<int, 3> shares(int size, const SplitRatio& ratio = {}) {
  const Split split = make_random_split(Labels(size, 0), ratio, 1);
  return {static_cast<int>(split.members(Role::kTrain).size()),
          static_cast<int>(split.members(Role::kValidation).size()),
          static_cast<int>(split.members(Role::kTest).size())};
}

TEST(Split, ListsMembersOfEveryRoleAscending) {
  const Split split(Roles{Role::kTest, Role::kTrain, Role::kNone, Role::kTest, Role::kValidation});
  EXPECT_EQ(split.nodes(), 5);
  EXPECT_EQ(split.role(4), Role::kValidation);
  EXPECT_THAT(split.members(Role::kTrain), ElementsAre(1));
  EXPECT_THAT(split.members(Role::kTest), ElementsAre(0, 3));
  EXPECT_THAT(split.members(Role::kNone), ElementsAre(2));
}

TEST(Split, ShowsTrainingLabelsOnly) {
  const Split split(Roles{Role::kTest, Role::kTrain, Role::kNone, Role::kValidation, Role::kTrain});
  EXPECT_THAT(split.training_labels(Labels{3, 1, 2, 5, 0}), ElementsAre(-1, 1, -1, -1, 0));
}

TEST(Split, NamesItsRoles) {
  EXPECT_STREQ(to_string(Role::kTrain), "train");
  EXPECT_STREQ(to_string(Role::kValidation), "validation");
  EXPECT_STREQ(to_string(Role::kTest), "test");
  EXPECT_STREQ(to_string(Role::kNone), "none");
}

TEST(RandomSplit, SharesOutByLargestRemainder) {
  EXPECT_THAT(shares(10), ElementsAre(2, 3, 5));
  EXPECT_THAT(shares(100), ElementsAre(20, 30, 50));
  // 7 * (0.2, 0.3, 0.5) = (1.4, 2.1, 3.5): the last node goes to test.
  EXPECT_THAT(shares(7), ElementsAre(1, 2, 4));
  // 3 * … = (0.6, 0.9, 1.5): the two last go to validation, then training.
  EXPECT_THAT(shares(3), ElementsAre(1, 1, 1));
  // 5 * … = (1, 1.5, 2.5): of equal remainders the earlier role wins.
  EXPECT_THAT(shares(5), ElementsAre(1, 2, 2));
}

TEST(RandomSplit, GivesSmallClassesATrainingNode) {
  EXPECT_THAT(shares(1), ElementsAre(1, 0, 0));
  // (0.4, 0.6, 1.0) would be (0, 1, 1): validation gives its node away.
  EXPECT_THAT(shares(2), ElementsAre(1, 0, 1));
  EXPECT_THAT(shares(20, {1, 0, 99}), ElementsAre(1, 0, 19));
}

TEST(RandomSplit, LeavesNoPartOfASmallGraphEmpty) {
  // Each class of three would be (2, 1, 0): one of the two validation nodes goes to test.
  const Split split = make_random_split(Labels{0, 0, 0, 1, 1, 1}, {4, 1, 1}, 1);
  EXPECT_EQ(split.members(Role::kTrain).size(), 4U);
  EXPECT_EQ(split.members(Role::kValidation).size(), 1U);
  EXPECT_EQ(split.members(Role::kTest).size(), 1U);
  // Three classes of two would be (2, 0, 0) each: training gives two away and keeps every class.
  const Split pairs = make_random_split(Labels{0, 0, 1, 1, 2, 2}, {4, 1, 1}, 1);
  EXPECT_EQ(pairs.members(Role::kTrain).size(), 4U);
  EXPECT_EQ(pairs.members(Role::kValidation).size(), 1U);
  EXPECT_EQ(pairs.members(Role::kTest).size(), 1U);
}

TEST(RandomSplit, FollowsOtherRatios) {
  EXPECT_THAT(shares(10, {0.6, 0.2, 0.2}), ElementsAre(6, 2, 2));
  EXPECT_THAT(shares(10, {1, 0, 0}), ElementsAre(10, 0, 0));
  EXPECT_THAT(shares(4, {1, 0, 1}), ElementsAre(2, 0, 2));
}

TEST(RandomSplit, StratifiesByClass) {
  Labels labels;  // classes of 10, 20 and 1 nodes, mixed
  for (int i = 0; i < 10; ++i) labels.insert(labels.end(), {4, 0, 4});
  labels.push_back(7);
  const Split split = make_random_split(labels, {}, 3);
  std::map<std::pair<std::int32_t, Role>, int> counts;
  for (NodeId v = 0; v < split.nodes(); ++v) ++counts[{labels[v], split.role(v)}];
  EXPECT_EQ((counts[{0, Role::kTrain}]), 2);
  EXPECT_EQ((counts[{0, Role::kValidation}]), 3);
  EXPECT_EQ((counts[{0, Role::kTest}]), 5);
  EXPECT_EQ((counts[{4, Role::kTrain}]), 4);
  EXPECT_EQ((counts[{4, Role::kValidation}]), 6);
  EXPECT_EQ((counts[{4, Role::kTest}]), 10);
  EXPECT_EQ((counts[{7, Role::kTrain}]), 1);
}

TEST(RandomSplit, GivesUnlabelledNodesNoRole) {
  const Split split = make_random_split(Labels{-1, 0, -1}, {}, 1);
  EXPECT_THAT(split.members(Role::kNone), ElementsAre(0, 2));
  EXPECT_THAT(split.members(Role::kTrain), ElementsAre(1));
  EXPECT_EQ(make_random_split(Labels{}, {}, 1).nodes(), 0);
}

TEST(RandomSplit, DependsOnTheSeedAndNothingElse) {
  const Labels labels(50, 2);
  const auto roles = [&](std::uint64_t seed) {
    const Split split = make_random_split(labels, {}, seed);
    return Roles(split.roles().begin(), split.roles().end());
  };
  EXPECT_EQ(roles(5), roles(5));
  EXPECT_NE(roles(5), roles(6));
}

TEST(RandomSplit, RefusesImpossibleRatios) {
  for (const SplitRatio& ratio :
       {SplitRatio{-1, 1, 1}, SplitRatio{0, 1, 1}, SplitRatio{1, 0.0 / 0.0, 1}}) {
    expect_error(ErrorKind::kUsage, {"2:3:5"}, [&] { make_random_split(Labels{0, 1}, ratio, 1); });
  }
}

TEST(PerClassSplit, GivesEveryClassTheSameNumberOfTrainingNodes) {
  std::vector<std::int32_t> labels(30, 0);
  labels.insert(labels.end(), 10, 1);
  labels.push_back(-1);
  const Split split = make_per_class_split(labels, 4, 7);
  // 26 and 6 are left, of which 3/8 are 9.75 and 2.25.
  EXPECT_EQ(split.members(Role::kTrain).size(), 8);
  EXPECT_EQ(split.members(Role::kValidation).size(), 10 + 2);
  EXPECT_EQ(split.members(Role::kTest).size(), 16 + 4);
  EXPECT_EQ(split.role(40), Role::kNone);
  std::int64_t of_first = 0;
  for (const NodeId v : split.members(Role::kTrain)) of_first += labels[v] == 0 ? 1 : 0;
  EXPECT_EQ(of_first, 4);
}

TEST(PerClassSplit, TakesAtMostHalfOfASmallClass) {
  const Split split =
      make_per_class_split(std::vector<std::int32_t>{0, 0, 0, 1, 1, 1, 1, 2}, 20, 1);
  EXPECT_EQ(split.members(Role::kTrain).size(), 2 + 2 + 1);
}

class SplitFile : public ::testing::Test {
 protected:
  Split read(const std::string& text) {
    return read_split_file(folder_.write("split.csv", text), ids_, 3);
  }
  void expect_refused(const std::string& text, const std::vector<std::string>& parts) {
    expect_input_error(parts, [&] { read(text); });
  }

  TemporaryFolder folder_;
  std::vector<std::string> ids_{"ann", "bob", "cy"};
};

TEST_F(SplitFile, GivesRolesById) {
  const Split split = read("split,id\nval,bob\ntrain,ann\n");
  EXPECT_THAT(split.roles(), ElementsAre(Role::kTrain, Role::kValidation, Role::kNone));
}

TEST_F(SplitFile, KnowsAllNamesOfTheParts) {
  const Split split = read("id,split\nann,test\nbob,validation\ncy,train\n");
  EXPECT_THAT(split.roles(), ElementsAre(Role::kTest, Role::kValidation, Role::kTrain));
}

TEST_F(SplitFile, TakesNumbersWhereNodesHaveNoIds) {
  ids_.clear();
  EXPECT_THAT(read("id,split\n2,train\n").members(Role::kTrain), ElementsAre(2));
  expect_refused("id,split\n3,train\n", {"split.csv:2:1: ", "'3'"});
  expect_refused("id,split\n-1,train\n", {"split.csv:2:1: ", "'-1'"});
}

TEST_F(SplitFile, ReportsMistakesWithTheirPlace) {
  expect_refused("id,split\nann,train\ndan,test\n", {"split.csv:3:1: ", "unknown node id 'dan'"});
  expect_refused("id,split\nann,trian\n", {"split.csv:2:2: ", "'trian'", "train, validation"});
  expect_refused("id,split\nann,train\nann,test\n", {"split.csv:3:1: ", "'ann' occurs twice"});
  expect_refused("id,part\nann,train\n",
                 {"split.csv:1: ", "needs the columns id, split", "'id,part'"});
  expect_refused("id,split\nann\n", {"split.csv:2:2: "});
  expect_refused("", {"split.csv: ", "is empty"});
}

}  // namespace
}  // namespace disgnn::testing

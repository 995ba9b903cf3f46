#include "disgnn/train/classification_metrics.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace disgnn {
namespace {

using Labels = std::vector<std::int32_t>;
using Nodes = std::vector<NodeId>;

TEST(ClassCounts, MatchesTheExampleOfScikitLearn) {
  // f1_score([0,1,2,0,1,2], [0,2,1,0,0,1], average="macro") = 0.2666...:
  // class 0: TP 2, FP 1, FN 0: 4 / 5; classes 1 and 2: 0. Accuracy 2 / 6.
  const auto counts =
      class_counts(Labels{0, 1, 2, 0, 1, 2}, Labels{0, 2, 1, 0, 0, 1}, Nodes{0, 1, 2, 3, 4, 5}, 3);
  EXPECT_EQ(counts.total(), 6);
  EXPECT_DOUBLE_EQ(counts.accuracy(), 2.0 / 6);
  EXPECT_DOUBLE_EQ(counts.macro_f1(), 0.8 / 3);
}

TEST(ClassCounts, AveragesF1OverTheClassesThatOccur) {
  // Class 2 occurs as a prediction only (F1 = 0), class 3 not at all. F1: 0: 2/3, 1: 1.
  const auto counts = class_counts(Labels{0, 0, 1}, Labels{0, 2, 1}, Nodes{0, 1, 2}, 4);
  EXPECT_DOUBLE_EQ(counts.macro_f1(), (2.0 / 3 + 1 + 0) / 3);
}

TEST(ClassCounts, CountsOnlyTheListedAndLabelledNodes) {
  const auto counts = class_counts(Labels{0, -1, 1, 1}, Labels{0, 0, 0, 1}, Nodes{0, 1, 3}, 2);
  EXPECT_EQ(counts.total(), 2);
  EXPECT_DOUBLE_EQ(counts.accuracy(), 1.0);
  EXPECT_DOUBLE_EQ(counts.macro_f1(), 1.0);
}

TEST(ClassCounts, OfNoNodesScoresZero) {
  const auto counts = class_counts(Labels{0}, Labels{0}, {}, 1);
  EXPECT_EQ(counts.accuracy(), 0.0);
  EXPECT_EQ(counts.macro_f1(), 0.0);
}

TEST(ClassCounts, RefusesAClassOutOfRange) {
  EXPECT_THROW(class_counts(Labels{0}, Labels{2}, Nodes{0}, 2), std::logic_error);
  EXPECT_THROW(class_counts(Labels{3}, Labels{1}, Nodes{0}, 2), std::logic_error);
}

}  // namespace
}  // namespace disgnn

#include "disgnn/explain/classification_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace disgnn {
namespace {

using ::testing::ElementsAre;

// Six nodes, the last unlabelled, two classes; node 4 is not asked about.
const std::vector<std::int32_t> kLabels{0, 0, 1, 1, 0, -1};
const std::vector<std::int32_t> kPredictions{0, 1, 1, 1, 1, 0};
const std::vector<float> kProbabilities{0.9F, 0.1F, 0.3F, 0.7F, 0.05F, 0.95F,
                                        0.4F, 0.6F, 0.1F, 0.9F, 1.0F,  0.0F};

ClassificationReport report(std::size_t most_mistakes = 10) {
  const std::vector<NodeId> nodes{0, 1, 2, 3, 5};
  return classification_report(kLabels, kPredictions, kProbabilities, nodes, 2, most_mistakes);
}

TEST(ClassificationReport, CountsTruthByPrediction) {
  EXPECT_EQ(report().nodes, 4);
  EXPECT_THAT(report().confusion, ElementsAre(1, 1, 0, 2));
}

TEST(ClassificationReport, ScoresEveryClass) {
  const auto scores = report().per_class;
  EXPECT_EQ(scores[0].support, 2);
  EXPECT_DOUBLE_EQ(scores[0].precision, 1);
  EXPECT_DOUBLE_EQ(scores[0].recall, 0.5);
  EXPECT_DOUBLE_EQ(scores[0].f1, 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(scores[1].precision, 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(scores[1].recall, 1);
  EXPECT_DOUBLE_EQ(scores[1].f1, 0.8);
}

TEST(ClassificationReport, ComparesConfidenceWithAccuracy) {
  // One node in each of four bins: |1 - 0.9|, |0 - 0.7|, |1 - 0.95|, |1 - 0.6| over four nodes.
  // 0.9 and 0.95 lie in bins 13 and 14 of 15.
  const ClassificationReport found = report();
  EXPECT_NEAR(found.expected_calibration_error, (0.1 + 0.7 + 0.05 + 0.4) / 4, 1e-6);
  std::int64_t counted = 0;
  for (const CalibrationBin& bin : found.calibration) {
    counted += bin.count;
    if (bin.count == 0) continue;
    EXPECT_GE(bin.confidence, bin.low - 1e-6);
    EXPECT_LE(bin.confidence, bin.high + 1e-6);
  }
  EXPECT_EQ(counted, 4);
  EXPECT_EQ(found.calibration.size(), 15U);
  EXPECT_EQ(found.calibration.back().high, 1);
}

TEST(ClassificationReport, ListsTheMostConfidentMistakesFirst) {
  const std::vector<std::int32_t> labels{1, 1, 0, 0, 0, -1};
  const std::vector<NodeId> nodes{0, 1, 2, 3, 4, 5};
  const auto found = classification_report(labels, kPredictions, kProbabilities, nodes, 2, 3);
  ASSERT_EQ(found.mistakes.size(), 3U);
  EXPECT_EQ(found.mistakes[0].node, 2);  // 0.95
  EXPECT_EQ(found.mistakes[1].node, 0);  // 0.9, before node 4 with the same
  EXPECT_EQ(found.mistakes[2].node, 4);
}

TEST(ClassificationReport, HasNothingToSayOfNoNodes) {
  const auto found = classification_report(kLabels, kPredictions, kProbabilities, {}, 2, 3);
  EXPECT_EQ(found.nodes, 0);
  EXPECT_EQ(found.expected_calibration_error, 0);
  EXPECT_EQ(found.per_class[0].f1, 0);
}

}  // namespace
}  // namespace disgnn

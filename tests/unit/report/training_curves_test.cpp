#include "report/training_curves.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace disgnn::report {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

std::string line(int run, int epoch, bool best) {
  return fmt::format(
      R"({{"run":{},"seed":{},"epoch":{},"train_accuracy":0.5,"val_accuracy":0.25,"val_loss":1.5,)"
      R"("seconds":{},"losses":{{"node":{},"full":2}},"best":{}}})"
      "\n",
      run, run + 7, epoch, epoch, 0.1 * epoch, best);
}

class TrainingCurves : public ::testing::Test {
 protected:
  [[nodiscard]] run::Json curves_of(const std::string& text) const {
    return training_curves(folder_.write("metrics.jsonl", text));
  }
  const TemporaryFolder folder_;
};

TEST_F(TrainingCurves, HaveAListPerColumnAndRun) {
  const run::Json curves =
      curves_of(line(0, 1, true) + line(0, 2, true) + line(0, 3, false) + line(1, 1, true));
  ASSERT_EQ(curves.size(), 2U);
  EXPECT_EQ(curves[0]["seed"], 7);
  EXPECT_EQ(curves[0]["epoch"], run::Json({1, 2, 3}));
  EXPECT_EQ(curves[0]["best_epoch"], 2);  // the last that was the best so far
  EXPECT_EQ(curves[0]["losses"]["full"], run::Json({2, 2, 2}));
  EXPECT_EQ(curves[0]["losses"]["node"].size(), 3U);
  EXPECT_EQ(curves[1]["seed"], 8);
  EXPECT_EQ(curves[1]["val_loss"], run::Json::array({1.5}));
}

TEST_F(TrainingCurves, LeaveOutALineThatIsStillBeingWritten) {
  const run::Json curves = curves_of(line(0, 1, true) + line(0, 2, true).substr(0, 30));
  EXPECT_EQ(curves[0]["epoch"], run::Json::array({1}));
}

TEST_F(TrainingCurves, NameTheLineThatIsDamaged) {
  expect_input_error({"metrics.jsonl:2"},
                     [&] { (void)curves_of(line(0, 1, true) + "{\"run\":0}\n"); });
}

TEST_F(TrainingCurves, AreNoneBeforeTheFirstEpoch) {
  EXPECT_TRUE(training_curves(folder_.path() / "none.jsonl").empty());
  EXPECT_TRUE(curves_of("").empty());
}

}  // namespace
}  // namespace disgnn::report

#include "serve/run_view.h"

#include <gtest/gtest.h>

#include "disgnn/core/error.h"
#include "support/small_run.h"
#include "support/temporary_folder.h"

namespace disgnn::serve {
namespace {

using disgnn::testing::kSmallRunNodes;
using disgnn::testing::small_run;
using disgnn::testing::TemporaryFolder;

const report::ReportOrigin kOrigin{.program = "disgnn test", .created = "2026-01-01T00:00:00Z"};

TEST(RunView, ReadsARunOnceUntilItChanges) {
  const TemporaryFolder folder;
  RunView view(small_run(folder.path()), kOrigin);
  const auto first = view.snapshot();
  EXPECT_TRUE(first->has_model());
  EXPECT_EQ(view.snapshot(), first);
  const auto model = view.folder().model();
  std::filesystem::last_write_time(
      model, std::filesystem::last_write_time(model) + std::chrono::seconds(1));
  EXPECT_NE(view.snapshot(), first);
}

TEST(RunView, KeepsTheLastGoodSnapshotWhileFilesAreReplaced) {
  const TemporaryFolder folder;
  RunView view(small_run(folder.path()), kOrigin);
  const auto good = view.snapshot();
  std::filesystem::resize_file(view.folder().model(), 3);
  EXPECT_EQ(view.snapshot(), good);
}

TEST(RunView, HasNothingToShowWhereThereIsNoRun) {
  const TemporaryFolder folder;
  RunView view(run::RunFolder(folder.path()), kOrigin);
  EXPECT_THROW((void)view.snapshot(), Error);
}

TEST(RunSnapshot, TellsOfANodeWhatTheModelSays) {
  const TemporaryFolder folder;
  const RunSnapshot snapshot(small_run(folder.path()), kOrigin);
  EXPECT_FALSE(snapshot.find("nobody"));
  const auto node = snapshot.find("7");
  ASSERT_TRUE(node);
  const run::Json json = snapshot.node_json(*node, /*limit=*/1);
  EXPECT_EQ(json["id"], "7");
  double sum = 0;
  double largest = 0;
  for (const run::Json& one : json["probabilities"]) {
    sum += one["probability"].get<double>();
    largest = std::max(largest, one["probability"].get<double>());
    if (one["class"] == json["predicted"]) {
      EXPECT_EQ(one["probability"], json["confidence"]);
    }
  }
  EXPECT_NEAR(sum, 1, 1e-6);
  EXPECT_EQ(json["confidence"].get<double>(), largest);
  EXPECT_GT(json["degree"], 1);
  EXPECT_EQ(json["edges"].size(), 1U);  // the limit
  EXPECT_EQ(json["edges"][0]["target"], "7");
  EXPECT_EQ(json["edges"][0]["layers"].size(), 2U);
  EXPECT_EQ(json["parts"].size(), 2U);  // channels
}

TEST(RunSnapshot, OfABaselineHasEdgesWithoutChannels) {
  const TemporaryFolder folder;
  const RunSnapshot snapshot(small_run(folder.path(), "gcn"), kOrigin);
  const run::Json json = snapshot.node_json(0, 100);
  EXPECT_EQ(json["edges"].size(), json["degree"].get<std::size_t>());
  EXPECT_FALSE(json["edges"][0].contains("layers"));
  EXPECT_FALSE(json.contains("parts"));
}

}  // namespace
}  // namespace disgnn::serve

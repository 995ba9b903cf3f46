#include "report/opened_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/expect_error.h"
#include "support/small_run.h"
#include "support/temporary_folder.h"

namespace disgnn::report {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

const ReportOrigin kOrigin{.program = "disgnn test", .created = "2026-01-01T00:00:00Z"};

TEST(OpenedRun, IsExplainedByItsChannels) {
  const TemporaryFolder folder;
  const run::RunFolder run = small_run(folder.path());
  const OpenedRun opened = opened_run(run);
  ASSERT_TRUE(opened.explained);
  ASSERT_NE(opened.explained->model, nullptr);
  EXPECT_EQ(opened.explained->columns.layers.size(), 2U);
  EXPECT_TRUE(opened.explained->contributions);
  EXPECT_EQ(static_cast<NodeId>(opened.explained->kept.nodes.size()), kSmallRunNodes);
  const run::Json json = run::Json::parse(report_document({run}, kOrigin));
  EXPECT_THAT(json.dump(), ::testing::HasSubstr("disgnn test"));
  EXPECT_EQ(json["runs"].size(), 1U);
}

TEST(OpenedRun, OfABaselineHasNoChannels) {
  const TemporaryFolder folder;
  const OpenedRun opened = opened_run(small_run(folder.path(), "gcn"));
  ASSERT_TRUE(opened.explained);
  EXPECT_EQ(opened.explained->model, nullptr);
  EXPECT_FALSE(opened.explained->contributions);
  EXPECT_GT(opened.explained->errors.nodes, 0);
}

TEST(OpenedRun, WithoutAModelYetHasSettingsAndCurves) {
  const TemporaryFolder folder;
  const run::RunFolder run = small_run(folder.path());
  std::filesystem::remove(run.model());
  const OpenedRun opened = opened_run(run);
  EXPECT_EQ(opened.run, nullptr);
  EXPECT_EQ(opened.settings.hidden, 4);
  EXPECT_EQ(run::Json::parse(report_document({run}, kOrigin))["runs"].size(), 1U);
}

TEST(OpenedRun, NeedsARunFolder) {
  const TemporaryFolder folder;
  expect_input_error({"holds no run"}, [&] { (void)opened_run(run::RunFolder(folder.path())); });
}

}  // namespace
}  // namespace disgnn::report

#include "disgnn/run/metrics_log.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "support/temporary_folder.h"

namespace disgnn::run {
namespace {

using ::testing::SizeIs;

TEST(MetricsLog, RewindsToTheCheckpointAndDropsDamagedLines) {
  const testing::TemporaryFolder folder;
  const auto line = [](int run, int epoch) {
    return fmt::format(
        "{{\"run\":{},\"epoch\":{},\"class_step_ms\":1,\"full_step_ms\":2,\"epoch_ms\":{},"
        "\"seconds\":4}}\n",
        run, epoch, 10 * epoch);
  };
  const std::string damaged = "{\"run\":\"x\",\"epoch\":1}\n{\"run\":1,\"epo";
  const std::string path = folder.write(
      "metrics.jsonl", line(0, 1) + line(0, 2) + line(1, 1) + line(1, 2) + line(1, 3) + damaged);
  const auto times = MetricsLog(path).rewind(1, 2);
  ASSERT_THAT(times, SizeIs(2));
  EXPECT_EQ(times[1].epoch_ms, 20);
  std::ifstream stream(path);
  const std::string kept{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_EQ(kept, line(0, 1) + line(0, 2) + line(1, 1) + line(1, 2));
}

}  // namespace
}  // namespace disgnn::run

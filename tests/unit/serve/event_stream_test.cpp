#include "serve/event_stream.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "support/temporary_folder.h"

namespace disgnn::serve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string line(int epoch) {
  return fmt::format("{{\"run\":0,\"seed\":5,\"epoch\":{}}}\n", epoch);
}

std::string told(int epoch) {
  return fmt::format(
      "data: {{\"type\":\"epoch\",\"run\":0,\"seed\":5,\"epoch\":{{\"run\":0,\"seed\":5,"
      "\"epoch\":{}}}}}\n\n",
      epoch);
}

class EventStreamTest : public ::testing::Test {
 protected:
  void append(const std::string& text) const {
    std::ofstream(folder_.path() / "metrics.jsonl", std::ios::app) << text;
  }
  const disgnn::testing::TemporaryFolder folder_;
  const run::RunFolder run_{folder_.path()};
};

TEST_F(EventStreamTest, TellsEveryEpochOnce) {
  EventStream events(run_);
  EXPECT_EQ(events.news(), "");
  append(line(1) + line(2));
  EXPECT_EQ(events.news(), told(1) + told(2));
  EXPECT_EQ(events.news(), "");
  append(line(3));
  EXPECT_EQ(events.news(), told(3));
}

TEST_F(EventStreamTest, WaitsForTheEndOfALine) {
  EventStream events(run_);
  const std::string whole = line(1);
  append(whole.substr(0, 10));
  EXPECT_EQ(events.news(), "");
  append(whole.substr(10));
  EXPECT_EQ(events.news(), told(1));
}

TEST_F(EventStreamTest, TellsEpochsAgainThatAResumedRunTookBack) {
  EventStream events(run_);
  append(line(1) + line(2) + line(3));
  (void)events.news();
  std::filesystem::remove(run_.metrics());
  append(line(1));
  EXPECT_EQ(events.news(), told(1));
}

TEST_F(EventStreamTest, SkipsLinesThatAreNoEpoch) {
  EventStream events(run_);
  append("nonsense\n[1]\n{\"epoch\":1}\n" + line(2));
  EXPECT_EQ(events.news(), told(2));
}

TEST_F(EventStreamTest, SaysWhenTheReportHasChanged) {
  EventStream events(run_);
  folder_.write("model.json", "{}");
  EXPECT_EQ(events.news(), "data: {\"type\":\"changed\"}\n\n");
  EXPECT_EQ(events.news(), "");
  append(line(1));
  EXPECT_THAT(events.news(), Not(HasSubstr("changed")));  // epochs are told one by one
}

}  // namespace
}  // namespace disgnn::serve

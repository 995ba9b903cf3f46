#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

// --input auto: the training labels say whether features, links or structure tell the classes.

namespace disgnn {
namespace {

using ::testing::HasSubstr;
using testing::Json;
using ::testing::Not;

class AutoInput : public ::testing::Test {
 protected:
  /// Nodes of class v % 3 that link to hubs of their own class; one feature tells nothing. Another
  /// `shift` gives another graph of the same size.
  void write_graph(const std::string& name, int shift) const {
    constexpr int kNodes = 240;
    std::string nodes = "id,word,label\n";
    std::string edges = "source,target\n";
    for (int v = 0; v < kNodes; ++v) {
      nodes += fmt::format("{},1,class {}\n", v, v % 3);
      for (int k = 0; v >= 12 && k < 4; ++k)
        edges += fmt::format("{},{}\n", v, 3 * k + (v + shift) % 3);
    }
    testing::write_bytes(folder_.path() / name / "nodes.csv", nodes);
    testing::write_bytes(folder_.path() / name / "edges.csv", edges);
  }
  [[nodiscard]] testing::Outcome train(const testing::Arguments& arguments) const {
    return testing::disgnn(
        testing::joined({{"train", "graph"}, testing::small_training(), arguments}),
        folder_.path());
  }
  [[nodiscard]] Json file(const std::string& name) const {
    return testing::json_of(testing::bytes_of(folder_.path() / name));
  }

  testing::TemporaryFolder folder_;
};

TEST_F(AutoInput, TakesLinksWhereTheyTellTheClassesAndSaysSo) {
  write_graph("graph", 0);
  const auto outcome = train({"--input", "auto", "--out", "run", "--runs", "2"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("--input auto takes links+structure"));
  EXPECT_EQ(file("run/model.json")["options"]["input"], "links+structure");
  const Json summary = file("run/summary.json");
  for (const Json& run : summary["runs"]) {
    ASSERT_EQ(run["choices"].size(), 2U);  // --feature-norm auto, too
    EXPECT_THAT(run["choices"][0].get<std::string>(), HasSubstr("links+structure"));
  }

  write_graph("other", 1);
  testing::expect_refusal(testing::disgnn({"predict", "run", "other"}, folder_.path()), 3,
                          {"values for each node", "another one"});
  const auto own = testing::disgnn({"predict", "run", "graph"}, folder_.path());
  EXPECT_EQ(own.exit_code, 0) << own;
}

TEST_F(AutoInput, SaysOfLinksThatAreAskedForWhatTheyMean) {
  write_graph("graph", 0);
  const auto outcome = train({"--input", "links", "--out", "run", "--runs", "2"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  const std::string notice = "--input links makes a model for this graph alone";
  EXPECT_THAT(outcome.err, HasSubstr(notice));
  EXPECT_EQ(outcome.err.find(notice), outcome.err.rfind(notice)) << "once, not for every seed";
}

TEST_F(AutoInput, IsNotTheDefault) {
  write_graph("graph", 0);
  const auto outcome = train({"--out", "run"});  // --input project
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_THAT(outcome.err, Not(HasSubstr("--input auto")));
  EXPECT_EQ(file("run/model.json")["options"]["input"], "project");
  const Json summary = file("run/summary.json");
  ASSERT_EQ(summary["runs"][0]["choices"].size(), 1U);
  EXPECT_THAT(summary["runs"][0]["choices"][0].get<std::string>(), HasSubstr("--feature-norm"));
}

}  // namespace
}  // namespace disgnn

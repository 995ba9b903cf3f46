#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

using testing::Json;

const std::vector<std::string> kIds = {"say \"hi\"",       "a,b",
                                       "two\nlines",       "<script>alert(1)</script>",
                                       "caf\xe9",  // Latin-1
                                       "\xff\xfe",         " led by a space",
                                       "tab\there",        "semi;colon",
                                       "#comment",         "=1+1",
                                       "../../etc/passwd", "%s%n{}",
                                       "\xe7\x8c\xab"};
const std::vector<std::string> kClasses = {"\"quoted\", really", "<script>", "caf\xe9",
                                           "new\nline"};

std::string csv_cell(const std::string& text) {
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + "\"";
}

TEST(HostileText, SurvivesTheWholeWayAndLeavesJsonValid) {
  const testing::TemporaryFolder folder;
  std::vector<std::string> ids = kIds;
  while (ids.size() < 40) ids.push_back(fmt::format("n{}", ids.size()));
  std::string nodes = "id,label,x,y\n";
  std::string edges = "source,target\n";
  for (std::size_t v = 0; v < ids.size(); ++v) {
    nodes += fmt::format("{},{},{},{}\n", csv_cell(ids[v]), csv_cell(kClasses[v % kClasses.size()]),
                         v % 4, v % 3);
    edges += fmt::format("{},{}\n", csv_cell(ids[v]), csv_cell(ids[(v + 1) % ids.size()]));
  }
  folder.write("nodes.csv", nodes);
  folder.write("edges.csv", edges);
  const auto run = [&](const testing::Arguments& arguments) {
    const auto outcome = testing::disgnn(arguments, folder.path());
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    return testing::json_of(outcome.out);  // fails the test on anything but UTF-8
  };

  run({"convert", "--nodes", "nodes.csv", "--edges", "edges.csv", "--out", "native", "--json"});
  const Json summary = run(
      testing::joined({{"train", "native", "--out", "run", "--json"}, testing::small_training()}));
  const auto table = testing::table_of(folder.path() / "run" / "predictions.csv");
  EXPECT_EQ(table.column("id"), ids);
  for (std::size_t v = 0; v < ids.size(); ++v) {
    EXPECT_EQ(table.rows[v][2], kClasses[v % kClasses.size()]);
    EXPECT_THAT(kClasses, ::testing::Contains(table.rows[v][3]));
  }

  const auto info = testing::disgnn({"info", "native"}, folder.path());
  EXPECT_THAT(info.out, ::testing::HasSubstr("new\\x0aline"));

  const Json report = run({"predict", "run", "--json"});
  EXPECT_EQ(testing::bytes_of(folder.path() / "predictions.csv"),
            testing::bytes_of(folder.path() / "run" / "predictions.csv"));
  EXPECT_EQ(report["accuracy"], summary["runs"][0]["test_accuracy"]);

  run({"edges", "run", "--json"});
  auto sources = testing::table_of(folder.path() / "run" / "edges.csv").column("source");
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  EXPECT_THAT(sources, ::testing::UnorderedElementsAreArray(ids));
}

}  // namespace
}  // namespace disgnn

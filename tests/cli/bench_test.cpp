#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campus.h"
#include "command.h"
#include "files.h"

namespace disgnn {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

testing::Arguments small_bench() {
  return testing::joined({{"bench", "--steps", "1"}, testing::small_model(2)});
}

testing::Arguments small_random_graph() {
  return {"--nodes", "120", "--entries", "600", "--features", "30", "--density", "0.1"};
}

std::vector<std::string> keys_of(const testing::Json& json) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  return keys;
}

TEST(Bench, PrintsStepsOperationsAndRooflineAsJson) {
  const auto outcome =
      testing::disgnn(testing::joined({small_bench(), small_random_graph(), {"--json"}}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_EQ(outcome.err, "");
  const testing::Json json = testing::json_of(outcome.out);
  EXPECT_THAT(keys_of(json),
              ElementsAre("nodes", "entries", "features", "channels", "hidden", "layers", "scorer",
                          "aggregator", "threads", "memory", "kernels", "class_step_ms",
                          "full_step_ms", "epoch_ms", "peak_rss_mb", "ops", "roofline"));
  EXPECT_EQ(json["nodes"], 120);
  EXPECT_EQ(json["features"], 30);
  EXPECT_EQ(json["channels"], 2);
  EXPECT_EQ(json["hidden"], 8);
  EXPECT_EQ(json["threads"], 1);
  // 240 random pairs; some are loops or drawn twice.
  EXPECT_LE(json["entries"], 600);
  EXPECT_GT(json["entries"], 500);
  EXPECT_DOUBLE_EQ(json["epoch_ms"],
                   5 * json["class_step_ms"].get<double>() + json["full_step_ms"].get<double>());

  ASSERT_FALSE(json["ops"].empty());
  for (const testing::Json& op : json["ops"]) {
    EXPECT_THAT(keys_of(op),
                ElementsAre("name", "forward_ms", "backward_ms", "gflops", "gather_gb_s",
                            "roofline_share", "forward_share", "backward_share"));
    EXPECT_GT(op["roofline_share"], 0) << op;
  }
  EXPECT_THAT(keys_of(json["roofline"]), ElementsAre("fma_gflops", "gather_gb_s"));
  EXPECT_THAT(keys_of(json["roofline"]["gather_gb_s"]), ElementsAre("l2", "l3", "memory"));
  EXPECT_GT(json["roofline"]["fma_gflops"], 0);
}

TEST(Bench, TimesTheProductOfDenseFeatures) {
  const auto outcome = testing::disgnn(testing::joined(
      {small_bench(), {"--nodes", "120", "--features", "5", "--density", "1", "--json"}}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  const testing::Json product = testing::json_of(outcome.out)["ops"][0];
  EXPECT_EQ(product["name"], "feature_product");
  EXPECT_EQ(product["gather_gb_s"], 0);  // a matrix product
  EXPECT_GT(product["roofline_share"], 0);
}

TEST(Bench, PrintsTablesAndLeavesOperationsOutWhenAsked) {
  const auto outcome = testing::disgnn(
      testing::joined({small_bench(), {testing::campus().string(), "--steps-only"}}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("150 nodes"), HasSubstr("class step"), HasSubstr("full step"),
                    HasSubstr("peak memory"), Not(HasSubstr("roofline"))));
}

TEST(Bench, TakesADatasetOrSizesNotBoth) {
  testing::expect_refusal(testing::disgnn(testing::joined(
                              {small_bench(), {testing::campus().string()}, {"--nodes", "200"}})),
                          2, {"--nodes", "campus", "random graph"});
}

}  // namespace
}  // namespace disgnn

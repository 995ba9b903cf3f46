#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>

#include "campus.h"
#include "disgnn/data/npz.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

using testing::Json;

constexpr int kLayers = 2;
constexpr int kChannels = 4;

double logit(double p) {
  return std::log(p / (1 - p));
}
double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

std::string channel(int layer, int number, const char* what) {
  return fmt::format("layer{}_channel{}_{}", layer, number, what);
}

/// The table of the shared run, written once.
class EdgeTable : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<testing::TemporaryFolder>();
    outcome_ = testing::disgnn({"edges", testing::campus_run(), "--out", "edges.csv", "--json"},
                               folder_->path());
    ASSERT_EQ(outcome_.exit_code, 0) << outcome_;
    table_ = testing::table_of(folder_->path() / "edges.csv");
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static std::int64_t edge_entries() {
    const Json summary = testing::json_of(testing::campus_training().out);
    return summary["dataset"]["entries"].get<std::int64_t>() - testing::kCampusNodes;
  }
  /// Scores of one layer, [channel][row].
  static std::vector<std::vector<double>> scores(int layer) {
    std::vector<std::vector<double>> all;
    for (int c = 0; c < kChannels; ++c) {
      all.push_back(table_.numbers(channel(layer, c, "existence")));
      for (double& value : all.back()) value = logit(value);
    }
    return all;
  }

  static std::unique_ptr<testing::TemporaryFolder> folder_;
  static testing::Outcome outcome_;
  static testing::Table table_;
};

std::unique_ptr<testing::TemporaryFolder> EdgeTable::folder_;
testing::Outcome EdgeTable::outcome_;
testing::Table EdgeTable::table_;

TEST_F(EdgeTable, HasTheDocumentedColumnsAndARowPerDirectedEdge) {
  std::vector<std::string> columns = {"source", "target"};
  for (int layer = 1; layer <= kLayers; ++layer) {
    for (int c = 0; c < kChannels; ++c) {
      columns.push_back(channel(layer, c, "existence"));
      columns.push_back(channel(layer, c, "weight"));
    }
    for (const char* const name : {"dominant", "homo", "hetero"}) {
      columns.push_back(fmt::format("layer{}_{}", layer, name));
    }
  }
  columns.emplace_back("relation");
  EXPECT_EQ(table_.columns, columns);
  EXPECT_EQ(static_cast<std::int64_t>(table_.rows.size()), edge_entries());
  for (const auto& row : table_.rows) EXPECT_NE(row[0], row[1]);
}

TEST_F(EdgeTable, WeightsOfATargetLeaveRoomForItsSelfLoop) {
  const auto targets = table_.column("target");
  for (int layer = 1; layer <= kLayers; ++layer) {
    for (int c = 0; c < kChannels; ++c) {
      std::map<std::string, double> sums;
      const auto weights = table_.numbers(channel(layer, c, "weight"));
      for (std::size_t i = 0; i < weights.size(); ++i) {
        EXPECT_GT(weights[i], 0);
        sums[targets[i]] += weights[i];
      }
      for (const auto& [target, sum] : sums) EXPECT_LT(sum, 1) << target;
    }
  }
}

TEST_F(EdgeTable, HomoAndHeteroJoinTheScoresOfTheirHalf) {
  for (int layer = 1; layer <= kLayers; ++layer) {
    const auto scores = this->scores(layer);
    const auto homo = table_.numbers(fmt::format("layer{}_homo", layer));
    const auto hetero = table_.numbers(fmt::format("layer{}_hetero", layer));
    for (std::size_t i = 0; i < homo.size(); ++i) {
      for (int c = 0; c < kChannels; ++c) ASSERT_TRUE(std::isfinite(scores[c][i]));  // ê in (0, 1)
      EXPECT_NEAR(homo[i], sigmoid(scores[0][i] + scores[1][i]), 1e-4);
      EXPECT_NEAR(hetero[i], sigmoid(scores[2][i] + scores[3][i]), 1e-4);
    }
  }
}

TEST_F(EdgeTable, DominantIsTheLargestStandardisedScore) {
  for (int layer = 1; layer <= kLayers; ++layer) {
    auto scores = this->scores(layer);
    for (auto& values : scores) {
      const auto count = static_cast<double>(values.size());
      const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
      double squares = 0;
      for (const double value : values) squares += (value - mean) * (value - mean);
      for (double& value : values) value = (value - mean) / std::sqrt(squares / count);
    }
    const auto dominant = table_.numbers(fmt::format("layer{}_dominant", layer));
    for (std::size_t i = 0; i < dominant.size(); ++i) {
      const double chosen = scores.at(static_cast<std::size_t>(dominant[i]))[i];
      for (int c = 0; c < kChannels; ++c) EXPECT_GE(chosen, scores[c][i] - 1e-2);
    }
  }
}

TEST_F(EdgeTable, NamesTheTrueRelationOfEveryEdge) {
  const auto ends = parse_npy(testing::bytes_of(testing::campus() / "edges.npy"), "").integers();
  const auto codes =
      parse_npy(testing::bytes_of(testing::campus() / "relations.npy"), "").integers();
  const std::vector<std::string> names = {"noise", "department", "club", "dormitory"};
  std::map<std::pair<std::string, std::string>, std::string> truth;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::string u = std::to_string(ends[2 * i]);
    const std::string v = std::to_string(ends[2 * i + 1]);
    truth[{u, v}] = truth[{v, u}] = names.at(codes[i] + 1);
  }
  ASSERT_EQ(truth.size(), table_.rows.size());
  for (const auto& row : table_.rows) {
    const std::pair ends_of_row(row[0], row[1]);
    EXPECT_EQ(truth[ends_of_row], row.back());
  }
}

TEST_F(EdgeTable, ScoresAreThoseOfTheSummary) {
  const Json report = testing::json_of(outcome_.out);
  const Json summary = testing::json_of(testing::campus_training().out)["disentanglement"];
  EXPECT_EQ(report["edges"], edge_entries());
  EXPECT_EQ(report["table"], "edges.csv");
  for (int layer = 0; layer < kLayers; ++layer) {
    EXPECT_NEAR(report["homophily_auc"][layer].get<double>(),
                summary["homophily_auc"]["layers"][layer].get<double>(), 1e-3);
  }
  for (const char* const layer : {"first_layer", "last_layer"}) {
    for (const char* const key : {"nmi", "ari", "kmeans_nmi", "relation_auc"}) {
      EXPECT_NEAR(report[layer][key].get<double>(), summary[layer][key].get<double>(), 1e-3);
    }
    EXPECT_EQ(report[layer]["channel_of_relation"].size(), 3U);
  }
}

TEST_F(EdgeTable, IsTheSameAsArrays) {
  const auto file = folder_->path() / "edges.npz";
  const auto outcome = testing::disgnn({"edges", testing::campus_run(), "--out", file});
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_THAT(outcome.out, ::testing::HasSubstr("homophily AUC"));
  const NpzFile arrays(file);
  const std::int64_t rows = edge_entries();
  using Shape = std::vector<std::int64_t>;
  for (const char* const name : {"source", "target", "relation"}) {
    EXPECT_EQ(arrays.read(name).shape(), (Shape{rows})) << name;
  }
  for (const char* const name : {"existence", "weight"}) {
    EXPECT_EQ(arrays.read(name).shape(), (Shape{rows, kLayers, kChannels})) << name;
  }
  for (const char* const name : {"dominant", "homo", "hetero"}) {
    EXPECT_EQ(arrays.read(name).shape(), (Shape{rows, kLayers})) << name;
  }
  const auto source = arrays.read("source").integers();
  const auto weight = arrays.read("weight").floats();
  const auto expected_source = table_.numbers("source");
  const auto expected_weight = table_.numbers(channel(2, 3, "weight"));
  for (std::int64_t i = 0; i < rows; ++i) {
    EXPECT_EQ(static_cast<double>(source[i]), expected_source[i]);
    EXPECT_NEAR(weight[(i * kLayers + 1) * kChannels + 3], expected_weight[i], 1e-5);
  }
}

TEST(EdgesOfAnotherGraph, LeaveTheTableOfTheRunAlone) {
  const testing::TemporaryFolder folder;
  testing::fs::copy(testing::campus_run(), folder.path() / "run",
                    testing::fs::copy_options::recursive);
  const auto generated =
      testing::disgnn({"generate", "campus", "--out", "other", "--nodes", "70"}, folder.path());
  ASSERT_EQ(generated.exit_code, 0) << generated;
  const auto own = testing::disgnn({"edges", "run"}, folder.path());
  ASSERT_EQ(own.exit_code, 0) << own;
  const std::string before = testing::bytes_of(folder.path() / "run/edges.csv");
  const auto other = testing::disgnn({"edges", "run", "other"}, folder.path());
  ASSERT_EQ(other.exit_code, 0) << other;
  EXPECT_EQ(testing::bytes_of(folder.path() / "run/edges.csv"), before);
  EXPECT_TRUE(testing::fs::exists(folder.path() / "edges.csv"));
}

}  // namespace
}  // namespace disgnn

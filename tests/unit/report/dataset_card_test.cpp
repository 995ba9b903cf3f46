#include "disgnn/report/dataset_card.h"

#include <gtest/gtest.h>

namespace disgnn::report {
namespace {

// 0 --- 1
//  \   /      labels a a b and none
//    2 --- 3
TEST(DatasetCard, CountsWhatOneCanSeeInADrawing) {
  RawDataset raw;
  raw.name = "kite";
  raw.nodes = 4;
  raw.pairs = {{0, 1}, {0, 2}, {1, 2}, {2, 3}};
  raw.labels = {0, 0, 1, -1};
  raw.class_names = {"a", "b"};
  raw.features = DenseFeatures{.rows = 4, .columns = 2, .values = {1, 7, 2, 7, 3, 7, 0, 7}};
  const Dataset data = make_dataset(std::move(raw));
  const run::Json json = dataset_card_json(data, dataset_card(data));
  EXPECT_EQ(json["name"], "kite");
  EXPECT_EQ(json["nodes"], 4);
  EXPECT_EQ(json["edges"], 4);
  EXPECT_EQ(json["entries"], 12);  // both directions and self loops
  EXPECT_EQ(json["directed"], false);
  EXPECT_EQ(json["features"], 2);
  EXPECT_EQ(json["sparse_features"], false);
  EXPECT_EQ(json["class_sizes"], run::Json({{"a", 2}, {"b", 1}}));
  EXPECT_EQ(json["degree"]["max"], 3);
  EXPECT_EQ(json["degree"]["mean"], 2);
  EXPECT_EQ(json["components"], 1);
  // Of three edges between labelled nodes one joins a class.
  EXPECT_NEAR(json["homophily"]["edge"].get<double>(), 1.0 / 3, 1e-12);
  EXPECT_EQ(json["audit"]["constant_features"], 1);
  EXPECT_EQ(json["audit"]["unlabelled_nodes"], 1);
}

TEST(DatasetCard, HasNoHomophilyWithoutLabels) {
  RawDataset raw;
  raw.nodes = 2;
  raw.pairs = {{0, 1}};
  const Dataset data = make_dataset(std::move(raw));
  const run::Json json = dataset_card_json(data, dataset_card(data));
  EXPECT_TRUE(json["homophily"]["edge"].is_null());
  EXPECT_EQ(json["classes"], 0);
}

}  // namespace
}  // namespace disgnn::report

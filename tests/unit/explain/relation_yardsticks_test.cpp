#include "disgnn/explain/relation_yardsticks.h"

#include <gtest/gtest.h>

#include "disgnn/data/campus.h"

namespace disgnn {
namespace {

/// A square 0-1-2-3 whose edges are of the relations x, y, x, y, and a noise edge 0-2.
RawDataset square_of_relations() {
  RawDataset raw;
  raw.nodes = 4;
  raw.pairs = {{0, 1}, {1, 2}, {2, 3}, {0, 3}, {0, 2}};
  raw.relations = {0, 1, 0, 1, -1};
  raw.relation_names = {"x", "y"};
  raw.labels = {0, 0, 1, 1};
  return raw;
}

TEST(RelationYardsticks, KnowTheClassesOfTheEnds) {
  // Edges of x stay inside the classes, those of y do not.
  EXPECT_DOUBLE_EQ(*relation_yardsticks(make_dataset(square_of_relations())).same_class, 1);
  RawDataset raw = square_of_relations();
  raw.labels = {0, 0, 0, 1};  // inside: x, y; across: x, y
  EXPECT_NEAR(*relation_yardsticks(make_dataset(std::move(raw))).same_class, 0, 1e-12);
}

TEST(RelationYardsticks, KnowTheMemberships) {
  RawDataset raw = square_of_relations();
  raw.memberships = {{0, 0, 1, 1}, {0, 1, 1, 0}};
  EXPECT_DOUBLE_EQ(*relation_yardsticks(make_dataset(raw)).memberships, 1);
  // All in one group of y: its four edges' pairs are many, so x wins where both are shared.
  raw.memberships[1] = {0, 0, 0, 0};
  EXPECT_DOUBLE_EQ(*relation_yardsticks(make_dataset(raw)).memberships, 1);
  raw.memberships[0] = {0, 0, 0, 0};  // nothing tells them apart
  EXPECT_NEAR(*relation_yardsticks(make_dataset(raw)).memberships, 0, 1e-12);
}

TEST(RelationYardsticks, NeedTheTruth) {
  RawDataset raw = square_of_relations();
  raw.labels.clear();
  const RelationYardsticks unlabelled = relation_yardsticks(make_dataset(raw));
  EXPECT_FALSE(unlabelled.same_class);
  EXPECT_FALSE(unlabelled.memberships);
  raw.relations.clear();
  raw.memberships = {{0, 0, 1, 1}};
  EXPECT_FALSE(relation_yardsticks(make_dataset(raw)).memberships);
}

TEST(RelationYardsticks, OfTheBuiltInGraph) {
  const RelationYardsticks yardsticks = relation_yardsticks(make_dataset(generate_campus({})));
  EXPECT_GT(*yardsticks.memberships, *yardsticks.same_class);
  EXPECT_NEAR(*yardsticks.memberships, 0.745, 0.01);
}

}  // namespace
}  // namespace disgnn

#include "extensions/groups/groups_stage.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "disgnn/data/campus.h"
#include "extensions/groups/classes_of_groups.h"
#include "support/expect_error.h"

namespace disgnn::nn {
namespace {

/// Six nodes that are surely in these groups.
relations::Relation relation_of(const std::vector<int>& groups, std::int64_t count) {
  relations::Relation relation;
  relation.groups = count;
  for (const int group : groups) {
    for (std::int64_t g = 0; g < count; ++g) relation.memberships.push_back(group == g ? 1 : 0);
  }
  return relation;
}

TEST(ClassesOfGroups, AreThoseOfTheLabelledMembers) {
  relations::RelationModel model;
  model.relations = {relation_of({0, 0, 0, 1, 1, 1}, 2)};
  const std::vector<std::int32_t> labels{0, 0, -1, 1, 1, -1};
  const ClassesOfGroups found = classes_of_groups(model, labels, 2);
  // pi = (3/6, 3/6); group 0 holds two labels 0: (2 + 1/2) / (2 + 1).
  EXPECT_NEAR(found.probabilities[2 * 2], 2.5 / 3, 1e-12);
  EXPECT_NEAR(found.probabilities[2 * 2 + 1], 0.5 / 3, 1e-12);
  EXPECT_NEAR(found.probabilities[5 * 2 + 1], 2.5 / 3, 1e-12);
  EXPECT_NEAR(found.reliability, (4 + 0.5) / 5, 1e-12) << "every label follows from the others";
}

TEST(ClassesOfGroups, TheRelationThatFitsTheLabelsCounts) {
  relations::RelationModel model;
  model.relations = {relation_of({0, 1, 0, 1, 0, 1}, 2), relation_of({0, 0, 0, 1, 1, 1}, 2)};
  const std::vector<std::int32_t> labels{0, 0, 0, 1, 1, -1};
  const ClassesOfGroups found = classes_of_groups(model, labels, 2);
  EXPECT_NEAR(found.weights[0] + found.weights[1], 1, 1e-12);
  // Each label from the others, pi = (4/7, 3/7). The first relation: nodes 0, 2 and 4 share a
  // group, 1 and 3 the other; the second one: nodes 0 to 2, then 3 and 4.
  const double first = 2 * std::log((1 + 4.0 / 7) / 3) + std::log((0 + 3.0 / 7) / 3) +
                       std::log((0 + 4.0 / 7) / 2) + std::log((0 + 3.0 / 7) / 2);
  const double second = 3 * std::log((2 + 4.0 / 7) / 3) + 2 * std::log((1 + 3.0 / 7) / 2);
  EXPECT_NEAR(found.weights[1] / found.weights[0], std::exp(second - first),
              1e-9 * found.weights[1] / found.weights[0]);
  EXPECT_GT(found.probabilities[5 * 2 + 1], 0.6);
}

TEST(ClassesOfGroups, OneLabelPerClassPrefersTheRelationThatKeepsThemApart) {
  relations::RelationModel model;
  model.relations = {relation_of({0, 0, 0, 1, 1, 1}, 2), relation_of({0, 1, 0, 0, 1, 1}, 2)};
  const std::vector<std::int32_t> labels{0, -1, -1, 1, -1, -1};
  const ClassesOfGroups found = classes_of_groups(model, labels, 2);
  EXPECT_NEAR(found.weights[0], 0.8, 1e-12) << "two labels in one group cost a factor 2 each";
  EXPECT_GT(found.probabilities[1 * 2], 0.5);
  EXPECT_GT(found.probabilities[4 * 2 + 1], 0.5);
  EXPECT_GT(found.reliability, 0.5);
  EXPECT_LT(found.reliability, 0.75);
}

TEST(GroupsStage, TheModelsAccuracyFollowsFromAgreement) {
  EXPECT_NEAR(accuracy_from_agreement(0.8 * 0.9 + 0.2 * 0.1 / 5, 0.9, 6), 0.8, 1e-12);
  EXPECT_NEAR(accuracy_from_agreement(0.7, 1, 3), 0.7, 1e-12);
  EXPECT_EQ(accuracy_from_agreement(0, 0.9, 4), 0.25) << "no worse than chance";
  EXPECT_EQ(accuracy_from_agreement(1, 0.9, 4), 1);
  EXPECT_EQ(accuracy_from_agreement(0.5, 0.25, 4), 1) << "who knows nothing cannot judge";
}

struct Fitted {
  Dataset data;
  std::vector<std::int32_t> labels;  ///< of two nodes per class
  std::shared_ptr<GroupsStage> stage;
};

Fitted fitted_on_campus() {
  CampusOptions options;
  options.nodes = 600;
  options.relations = 2;
  options.word_probability = 0.35;
  Fitted fitted{make_dataset(generate_campus(options)), {}, nullptr};
  fitted.labels.assign(600, -1);
  std::vector<int> taken(6, 0);
  for (NodeId v = 0; v < 600; ++v) {
    if (taken[fitted.data.labels[v]]++ < 2) fitted.labels[v] = fitted.data.labels[v];
  }
  ModelConfig config{.classes = 6, .nodes = 600};
  fitted.stage = std::make_shared<GroupsStage>(config, 1);
  fitted.stage->fit({NodeInput(fitted.data.features), fitted.data.graph.index(), fitted.labels, 6},
                    {});
  return fitted;
}

double accuracy(const at::Tensor& p, const Dataset& data) {
  const at::Tensor truth = at::tensor(at::ArrayRef<std::int32_t>(data.labels), at::kLong);
  return p.argmax(1).eq(truth).to(at::kDouble).mean().item<double>();
}

TEST(GroupsStage, KnowsTheClassesFromTwoLabelsEach) {
  const Fitted campus = fitted_on_campus();
  const at::Tensor unsure = at::full({600, 6}, 1.0 / 6);
  EXPECT_GT(accuracy(campus.stage->apply(unsure, campus.data.graph.index()), campus.data), 0.9);
  EXPECT_THAT(campus.stage->choices(), ::testing::HasSubstr("2 relations"));
}

TEST(GroupsStage, OverrulesAModelThatIsSureAndWrong) {
  const Fitted campus = fitted_on_campus();
  at::Tensor p = at::full({600, 6}, 0.002);
  for (NodeId v = 0; v < 600; ++v) p[v][v % 2 == 0 ? campus.data.labels[v] : v % 6] = 0.99;
  EXPECT_LT(accuracy(p, campus.data), 0.65);
  const at::Tensor both = campus.stage->apply(p, campus.data.graph.index());
  EXPECT_GT(accuracy(both, campus.data), 0.9);
  EXPECT_TRUE(at::allclose(both.sum(1), at::ones({600})));
}

TEST(GroupsStage, LeavesTheModelAloneWhereThereAreNoGroups) {
  const Graph graph = build_graph(3, std::vector<NodePair>{{0, 1}, {1, 2}}).graph;
  ModelConfig config{.classes = 2, .nodes = 3};
  GroupsStage stage(config, 1);
  stage.fit({NodeInput(at::zeros({3, 2})), graph.index(), std::vector<std::int32_t>{0, -1, 1}, 2},
            {});
  const at::Tensor p = at::tensor({0.9F, 0.1F, 0.3F, 0.7F, 0.5F, 0.5F}).view({3, 2});
  EXPECT_TRUE(stage.apply(p, graph.index()).equal(p));
  EXPECT_THAT(stage.choices(), ::testing::HasSubstr("no groups"));
  disgnn::testing::expect_input_error({"3 nodes"}, [&] {
    (void)stage.apply(at::ones({4, 2}), graph.index());
  });
}

}  // namespace
}  // namespace disgnn::nn

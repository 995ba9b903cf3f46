#include "relations/relation_refinement.h"

#include <gtest/gtest.h>

#include <cmath>

#include "relations/exclusive_groups.h"
#include "small_evidence.h"

namespace disgnn::relations {
namespace {

/// A relation of two groups, tables padded as the kernels want them.
struct Tables {
  NodeTable choices{6, 2};
  NodeTable word_rates{3, 2};
  std::vector<float> link_rates = std::vector<float>(kWidthStep, 0.0F);
  std::vector<float> activity{1, 1, 2, 1, 0.5F, 1};
};

Tables tables() {
  Tables t;
  for (std::int64_t v = 0; v < 6; ++v) {
    t.choices.row(v)[0] = 0.1F + 0.15F * static_cast<float>(v);
    t.choices.row(v)[1] = 1 - t.choices.row(v)[0];
  }
  for (std::int64_t w = 0; w < 3; ++w) {
    t.word_rates.row(w)[0] = 0.2F * static_cast<float>(w + 1);
    t.word_rates.row(w)[1] = 0.5F / static_cast<float>(w + 1);
  }
  t.link_rates[0] = 0.3F;
  t.link_rates[1] = 0.8F;
  return t;
}

TEST(RelationKernels, ChoicesAreTheMeanFieldUpdate) {
  Evidence evidence = testing::evidence_of(testing::two_triangles());
  evidence.counts[1] = 2.5F;  // words may count more than once
  const Tables t = tables();
  std::vector<float> link_rest(14);
  std::vector<float> word_rest(8);
  for (std::size_t e = 0; e < 14; ++e) link_rest[e] = 0.1F + 0.02F * static_cast<float>(e);
  for (std::size_t e = 0; e < 8; ++e) word_rest[e] = 0.3F - 0.03F * static_cast<float>(e);
  std::vector<float> start(kWidthStep, -INFINITY);
  std::vector<float> volume(kWidthStep, 0.0F);
  start[0] = -0.5F;
  start[1] = 0.3F;
  volume[0] = 0.7F;
  volume[1] = 0.2F;
  NodeTable next(6, 2);
  std::vector<float> scratch(3 * kWidthStep);
  update_choices({.evidence = evidence.view(),
                  .choices = t.choices.values.data(),
                  .word_rates = t.word_rates.values.data(),
                  .link_rates = t.link_rates.data(),
                  .activity = t.activity.data(),
                  .link_rest = link_rest.data(),
                  .word_rest = word_rest.data(),
                  .start = start.data(),
                  .volume = volume.data(),
                  .next = next.values.data(),
                  .scratch = scratch.data(),
                  .width = kWidthStep},
                 {0, 6});
  for (std::int64_t v = 0; v < 6; ++v) {
    std::vector<double> logit(2);
    for (int g = 0; g < 2; ++g) {
      logit[g] = start[g] - t.activity[v] * volume[g];
      for (EntryId e = evidence.words->offsets()[v]; e < evidence.words->offsets()[v + 1]; ++e) {
        logit[g] += evidence.counts[e] *
                    std::log(1 + t.word_rates.row(evidence.words->columns()[e])[g] / word_rest[e]);
      }
      for (EntryId e = evidence.links->offsets()[v]; e < evidence.links->offsets()[v + 1]; ++e) {
        const NodeId u = evidence.links->columns()[e];
        logit[g] += std::log(1 + t.activity[v] * t.activity[u] * t.link_rates[g] *
                                     t.choices.row(u)[g] / link_rest[e]);
      }
    }
    const double expected = 1 / (1 + std::exp(logit[1] - logit[0]));
    EXPECT_NEAR(next.row(v)[0], expected, 1e-5) << v;
    EXPECT_NEAR(next.row(v)[0] + next.row(v)[1], 1, 1e-6);
    for (std::int64_t i = 2; i < kWidthStep; ++i) EXPECT_EQ(next.row(v)[i], 0) << "padding";
  }
}

TEST(RelationKernels, RatesAndFoundLinksAreSumsOverGroups) {
  const Evidence evidence = testing::evidence_of(testing::two_triangles());
  const Tables t = tables();
  const std::vector<float> link_rest(14, 0.25F);
  std::vector<float> links(14);
  std::vector<float> words(8);
  std::vector<float> found(kWidthStep, 0.0F);
  std::vector<float> scratch(kWidthStep);
  rates_of_relation({.evidence = evidence.view(),
                     .choices = t.choices.values.data(),
                     .word_rates = t.word_rates.values.data(),
                     .link_rates = t.link_rates.data(),
                     .activity = t.activity.data(),
                     .link_rest = link_rest.data(),
                     .links = links.data(),
                     .words = words.data(),
                     .found = found.data(),
                     .scratch = scratch.data(),
                     .width = kWidthStep},
                    {0, 6});
  double first = 0;
  for (NodeId v = 0; v < 6; ++v) {
    for (EntryId e = evidence.links->offsets()[v]; e < evidence.links->offsets()[v + 1]; ++e) {
      const NodeId u = evidence.links->columns()[e];
      std::vector<double> part(2);
      for (int g = 0; g < 2; ++g) {
        part[g] = t.activity[v] * t.activity[u] * t.link_rates[g] * t.choices.row(v)[g] *
                  t.choices.row(u)[g];
      }
      EXPECT_NEAR(links[e], part[0] + part[1], 1e-6);
      first += part[0] / (0.25 + part[0] + part[1]);
    }
    for (EntryId e = evidence.words->offsets()[v]; e < evidence.words->offsets()[v + 1]; ++e) {
      const float* const phi = t.word_rates.row(evidence.words->columns()[e]);
      EXPECT_NEAR(words[e], t.choices.row(v)[0] * phi[0] + t.choices.row(v)[1] * phi[1], 1e-6);
    }
  }
  EXPECT_NEAR(found[0], first, 1e-5);
}

GroupFactors factors_of_truth(const Evidence& evidence, const Dataset& data,
                              std::int32_t left_out) {
  NodeTable loadings(evidence.nodes(), 16 - (left_out >= 0 ? 1 : 0));
  for (NodeId v = 0; v < data.nodes(); ++v) {
    for (std::size_t r = 0; r < 2; ++r) {
      std::int64_t group = data.memberships[r][v] + (r == 0 ? 0 : 6);
      if (group == left_out) continue;
      if (left_out >= 0 && group > left_out) --group;
      loadings.row(v)[group] = 1;
    }
  }
  return first_factors(evidence, loadings);
}

TEST(RelationRefinement, ASecondLookIsMoreLikely) {
  const Dataset data = testing::small_campus(2);
  const Evidence evidence = testing::evidence_of(data);
  const GroupFactors factors = factors_of_truth(evidence, data, -1);
  const auto relations = exclusive_groups(factors.members, {});
  ASSERT_EQ(relations.size(), 2U);
  double before = -INFINITY;
  for (const int steps : {1, 2, 3}) {
    const double now =
        refine_relations(evidence, factors, relations, {.steps = steps}, {}).log_likelihood;
    EXPECT_GT(now, before) << steps;
    before = now;
  }
}

TEST(RelationRefinement, FindsTheGroupTheStartMissedAndDropsTheOneTooMany) {
  const Dataset data = testing::small_campus(2);
  const Evidence evidence = testing::evidence_of(data);
  for (const std::int32_t left_out : {-1, 2}) {
    const GroupFactors factors = factors_of_truth(evidence, data, left_out);
    const RelationModel model =
        refine_relations(evidence, factors, exclusive_groups(factors.members, {}), {}, {});
    ASSERT_EQ(model.relations.size(), 2U);
    EXPECT_EQ(model.relations[0].groups, 10) << left_out;
    EXPECT_EQ(model.relations[1].groups, 6) << left_out;
  }
}

}  // namespace
}  // namespace disgnn::relations

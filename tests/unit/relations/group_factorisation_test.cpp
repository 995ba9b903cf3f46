#include "relations/group_factorisation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "small_evidence.h"

namespace disgnn::relations {
namespace {

/// The same step as written in the header, one number after the other.
GroupFactors plain_step(const Evidence& evidence, const GroupFactors& before) {
  const std::int64_t groups = before.groups();
  const std::int64_t nodes = evidence.nodes();
  GroupFactors after = before;
  std::vector<double> totals(groups, 0.0);
  std::vector<double> sizes(groups, 0.0);
  std::vector<double> links(groups, 0.0);
  for (std::int64_t g = 0; g < groups; ++g) {
    for (std::int64_t v = 0; v < nodes; ++v) totals[g] += before.members.row(v)[g];
    for (std::int64_t w = 0; w < evidence.vocabulary(); ++w)
      sizes[g] += before.word_rates.row(w)[g];
  }
  std::vector<double> used(evidence.vocabulary() * groups, 0.0);
  for (std::int64_t v = 0; v < nodes; ++v) {
    std::vector<double> up(groups, 0.0);
    const float* const f = before.members.row(v);
    for (EntryId e = evidence.words->offsets()[v]; e < evidence.words->offsets()[v + 1]; ++e) {
      const NodeId w = evidence.words->columns()[e];
      double rate = before.background[w];
      for (std::int64_t g = 0; g < groups; ++g) rate += f[g] * before.word_rates.row(w)[g];
      for (std::int64_t g = 0; g < groups; ++g) {
        const double share = f[g] * before.word_rates.row(w)[g] / rate;
        up[g] += share;
        used[w * groups + g] += share;
      }
    }
    for (EntryId e = evidence.links->offsets()[v]; e < evidence.links->offsets()[v + 1]; ++e) {
      const float* const other = before.members.row(evidence.links->columns()[e]);
      double rate = before.noise;
      for (std::int64_t g = 0; g < groups; ++g) rate += before.strengths[g] * f[g] * other[g];
      for (std::int64_t g = 0; g < groups; ++g) {
        up[g] += before.strengths[g] * f[g] * other[g] / rate;
        links[g] += before.strengths[g] * f[g] * other[g] / rate;
      }
    }
    for (std::int64_t g = 0; g < groups; ++g) {
      after.members.row(v)[g] =
          static_cast<float>(up[g] / (sizes[g] + before.strengths[g] * totals[g] + 0.3));
    }
  }
  for (std::int64_t g = 0; g < groups; ++g) {
    after.strengths[g] = static_cast<float>(links[g] / (totals[g] * totals[g]));
    for (std::int64_t w = 0; w < evidence.vocabulary(); ++w) {
      after.word_rates.row(w)[g] = static_cast<float>(used[w * groups + g] / totals[g]);
    }
  }
  return after;
}

GroupFactors start(const Evidence& evidence) {
  NodeTable loadings(evidence.nodes(), 2);
  for (std::int64_t v = 0; v < evidence.nodes(); ++v) {
    loadings.row(v)[v < evidence.nodes() / 2 ? 0 : 1] = 1 + 0.1F * static_cast<float>(v % 2);
  }
  return first_factors(evidence, loadings);
}

TEST(GroupFactors, AStepIsExpectationMaximisation) {
  const Evidence evidence = testing::evidence_of(testing::two_triangles());
  GroupFactors factors = start(evidence);
  const GroupFactors expected = plain_step(evidence, factors);
  improve_factors(evidence, 1, factors, {});
  // Up to the unit of the memberships: what is compared does not depend on it.
  for (std::int64_t v = 0; v < 6; ++v) {
    for (std::int64_t g = 0; g < 2; ++g) {
      for (std::int64_t w = 0; w < 3; ++w) {
        EXPECT_NEAR(factors.members.row(v)[g] * factors.word_rates.row(w)[g],
                    expected.members.row(v)[g] * expected.word_rates.row(w)[g], 1e-4);
      }
      for (std::int64_t u = 0; u < 6; ++u) {
        EXPECT_NEAR(factors.strengths[g] * factors.members.row(v)[g] * factors.members.row(u)[g],
                    expected.strengths[g] * expected.members.row(v)[g] * expected.members.row(u)[g],
                    1e-4);
      }
    }
  }
}

TEST(GroupFactors, StartFromTheWordsOfTheMembers) {
  const GroupFactors factors = start(testing::evidence_of(testing::two_triangles()));
  EXPECT_GT(factors.word_rates.row(0)[0], 5 * factors.word_rates.row(0)[1]);
  EXPECT_GT(factors.word_rates.row(1)[1], 5 * factors.word_rates.row(1)[0]);
}

TEST(GroupFactors, TypicalMembershipIsThatOfTheMembers) {
  NodeTable members(100, 1);
  for (std::int64_t v = 0; v < 100; ++v) members.row(v)[0] = v < 4 ? 3.0F : 0.01F;
  EXPECT_NEAR(typical_memberships(members)[0], 3, 0.01);
}

}  // namespace
}  // namespace disgnn::relations

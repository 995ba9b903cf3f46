#include "relations/evidence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "disgnn/core/error.h"
#include "small_evidence.h"
#include "support/expect_error.h"

namespace disgnn::relations {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatNear;

TEST(Evidence, CountsAWordOnceHoweverOftenItIsUsed) {
  const Evidence evidence = testing::evidence_of(testing::two_triangles());
  EXPECT_EQ(evidence.links->entries(), 14);
  EXPECT_THAT(evidence.counts, ElementsAre(1, 1, 1, 1, 1, 1, 1, 1));
  EXPECT_THAT(evidence.word_names, ElementsAre("feature 0", "feature 1", "feature 2"));
  EXPECT_THAT(
      evidence.word_frequencies(),
      ElementsAre(FloatNear(0.5F, 1e-6F), FloatNear(0.5F, 1e-6F), FloatNear(2.F / 6, 1e-6F)));
}

TEST(Evidence, ReadsNumbersAsHighAndLow) {
  RawDataset raw;
  raw.nodes = 4;
  raw.pairs = {{0, 1}, {2, 3}};
  raw.feature_names = {"age", "member"};
  raw.features = DenseFeatures{4, 2, {10, 1, 10, 0, 20, 0, 20, 1}};
  const Evidence evidence = testing::evidence_of(make_dataset(std::move(raw)));
  EXPECT_THAT(evidence.word_names, ElementsAre("high age", "low age", "member"));
  EXPECT_THAT(evidence.words->columns(), ElementsAre(1, 2, 1, 0, 0, 2));
  EXPECT_THAT(evidence.counts, ElementsAre(1, 1, 1, 1, 1, 1)) << "one deviation from the mean each";
}

TEST(Evidence, ReadsADirectedGraphAsAnUndirectedOne) {
  RawDataset raw;
  raw.nodes = 3;
  raw.directed = true;
  raw.pairs = {{0, 1}, {1, 0}, {2, 1}};
  const Evidence evidence = testing::evidence_of(make_dataset(std::move(raw)));
  EXPECT_THAT(evidence.links->offsets(), ElementsAre(0, 1, 3, 4));
  EXPECT_THAT(evidence.links->columns(), ElementsAre(1, 0, 2, 1));
  EXPECT_EQ(evidence.vocabulary(), 0);
}

TEST(Evidence, NeedsEdges) {
  RawDataset raw;
  raw.name = "dust";
  raw.nodes = 3;
  raw.pairs = {{1, 1}};
  disgnn::testing::expect_error(ErrorKind::kInput, {"'dust' has no edges"},
                                [&] { testing::evidence_of(make_dataset(std::move(raw))); });
}

TEST(Evidence, IsShuffledWithinItsDegrees) {
  const Evidence evidence = testing::evidence_of(testing::small_campus(2));
  const Evidence other = shuffled(evidence, 3);
  EXPECT_TRUE(std::ranges::equal(other.links->offsets(), evidence.links->offsets()));
  EXPECT_FALSE(std::ranges::equal(other.links->columns(), evidence.links->columns()));
  EXPECT_TRUE(std::ranges::equal(other.words->offsets(), evidence.words->offsets()));
  EXPECT_EQ(other.word_frequencies(), evidence.word_frequencies());
}

TEST(Evidence, IsThinnedToNineTenths) {
  const Evidence evidence = testing::evidence_of(testing::small_campus(2));
  const Evidence part = thinned(evidence, 0, 0);
  const auto share = [](const auto& some, const auto& all) {
    return static_cast<double>(some->entries()) / static_cast<double>(all->entries());
  };
  EXPECT_NEAR(share(part.links, evidence.links), 0.9, 0.03);
  EXPECT_NEAR(share(part.words, evidence.words), 0.9, 0.03);
  for (NodeId v = 0; v < 600; ++v) {
    for (EntryId e = part.links->offsets()[v]; e < part.links->offsets()[v + 1]; ++e) {
      const auto from = evidence.links->columns().subspan(
          evidence.links->offsets()[v],
          evidence.links->offsets()[v + 1] - evidence.links->offsets()[v]);
      EXPECT_THAT(from, ::testing::Contains(part.links->columns()[e]));
    }
  }
  EXPECT_NE(thinned(evidence, 0, 1).links->entries(), part.links->entries());
}

}  // namespace
}  // namespace disgnn::relations

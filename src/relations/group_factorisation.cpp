#include "relations/group_factorisation.h"

#include <algorithm>
#include <cmath>

#include "ops/row_chunks.h"

namespace disgnn::relations {
namespace {

constexpr float kFloor = 0.02F;           // a guess of zero would stay zero
constexpr float kBackgroundShare = 0.4F;  // of the frequency of a word
constexpr double kNoiseShare = 0.1;       // of the links
constexpr float kMembershipCost = 0.3F;   // keeps memberships sparse

/// Words of a typical node: the unit of memberships is chosen so that a group has this many.
double words_per_group(const Evidence& evidence) {
  double sum = 0;
  for (const float count : evidence.counts) sum += count;
  return std::max(1.0, sum / static_cast<double>(evidence.nodes()) / 4);
}

/// Sum of phi per group, [width].
std::vector<double> sizes_of(const GroupFactors& factors) {
  return column_sums(factors.word_rates);
}

/// Moves `sizes` from the words of the groups into the memberships; nothing else changes.
void rescale(const std::vector<double>& sizes, GroupFactors& factors) {
  const std::int64_t groups = factors.groups();
  const auto scale_rows = [&](NodeTable& table, bool up) {
    for (std::int64_t r = 0; r < table.rows; ++r) {
      for (std::int64_t g = 0; g < groups; ++g) {
        table.row(r)[g] *= static_cast<float>(up ? sizes[g] : 1 / sizes[g]);
      }
    }
  };
  scale_rows(factors.members, true);
  scale_rows(factors.word_rates, false);
  for (std::int64_t g = 0; g < groups; ++g) {
    factors.strengths[g] /= static_cast<float>(sizes[g] * sizes[g]);
  }
}

void set_unit(const Evidence& evidence, GroupFactors& factors) {
  if (evidence.vocabulary() == 0) return;
  const double unit = words_per_group(evidence);
  std::vector<double> sizes = sizes_of(factors);
  for (double& size : sizes) size = std::max(size / unit, 1e-9);
  rescale(sizes, factors);
}

}  // namespace

std::vector<double> typical_memberships(const NodeTable& members) {
  std::vector<double> squares(members.columns, 0.0);
  std::vector<double> cubes(members.columns, 0.0);
  for (std::int64_t v = 0; v < members.rows; ++v) {
    for (std::int64_t g = 0; g < members.columns; ++g) {
      const double f = members.row(v)[g];
      squares[g] += f * f;
      cubes[g] += f * f * f;
    }
  }
  for (std::int64_t g = 0; g < members.columns; ++g) {
    cubes[g] = squares[g] > 0 ? cubes[g] / squares[g] : 1;
  }
  return cubes;
}

GroupFactors first_factors(const Evidence& evidence, const NodeTable& loadings) {
  const std::int64_t groups = loadings.columns;
  GroupFactors factors;
  factors.members = loadings;
  NodeTable& f = factors.members;
  for (float& value : f.values) value = std::max(value, 0.0F);
  const std::vector<double> typical = typical_memberships(f);
  NodeTable weights(f.rows, groups);  // f^2: the words of those who surely are members
  for (std::int64_t v = 0; v < f.rows; ++v) {
    for (std::int64_t g = 0; g < groups; ++g) {
      f.row(v)[g] = f.row(v)[g] / static_cast<float>(std::max(typical[g], 1e-12)) + kFloor;
      weights.row(v)[g] = f.row(v)[g] * f.row(v)[g];
    }
  }
  const std::vector<float> frequencies = evidence.word_frequencies();
  const std::vector<double> sums = column_sums(weights);
  const PairIndex& words = *evidence.words;
  factors.word_rates = NodeTable(evidence.vocabulary(), groups);
  ops::for_each_chunk(
      evidence.word_chunks, [&](std::int64_t, std::int64_t first, std::int64_t last) {
        gather_rows({words.column_offsets().data(), words.column_rows().data(),
                     words.column_entries().data(), evidence.counts.data(), weights.values.data(),
                     factors.word_rates.values.data(), weights.width, false},
                    {first, last});
        for (std::int64_t w = first; w < last; ++w) {
          float* const phi = factors.word_rates.row(w);
          for (std::int64_t g = 0; g < groups; ++g) {
            const auto mean = static_cast<float>(phi[g] / sums[g]);
            phi[g] = std::max(mean - 0.9F * frequencies[w], 0.0F) + 0.05F * frequencies[w] + 1e-5F;
          }
        }
      });
  for (const float frequency : frequencies) {
    factors.background.push_back(std::max(kBackgroundShare * frequency, 1e-9F));
  }
  const auto links = static_cast<double>(evidence.links->entries());
  const auto nodes = static_cast<double>(evidence.nodes());
  factors.noise = kNoiseShare * links / (nodes * nodes);
  factors.strengths.assign(f.width, 0.0F);
  const std::vector<double> members = column_sums(f);
  for (std::int64_t g = 0; g < groups; ++g) {
    factors.strengths[g] = static_cast<float>(
        (1 - kNoiseShare) * links / static_cast<double>(groups) / (members[g] * members[g]));
  }
  set_unit(evidence, factors);
  return factors;
}

void improve_factors(const Evidence& evidence, int steps, GroupFactors& factors,
                     const ProgressCallback& step) {
  const std::int64_t width = factors.members.width;
  const std::int64_t groups = factors.groups();
  const PairIndex& words = *evidence.words;
  const auto chunks = static_cast<std::int64_t>(evidence.node_chunks.size()) - 1;
  std::vector<float> word_shares(words.entries());
  NodeTable next(factors.members.rows, groups);
  for (int i = 0; i < steps; ++i) {
    const std::vector<double> totals = column_sums(factors.members);
    const std::vector<double> sizes = sizes_of(factors);
    std::vector<float> cost(width, 1.0F);
    for (std::int64_t g = 0; g < groups; ++g) {
      cost[g] = static_cast<float>(sizes[g] + factors.strengths[g] * totals[g]) + kMembershipCost;
    }
    std::vector<float> link_sums(chunks * width, 0.0F);
    ops::for_each_chunk(evidence.node_chunks,
                        [&](std::int64_t chunk, std::int64_t first, std::int64_t last) {
                          std::vector<float> scratch(3 * width);
                          update_members({.evidence = evidence.view(),
                                          .members = factors.members.values.data(),
                                          .word_rates = factors.word_rates.values.data(),
                                          .strengths = factors.strengths.data(),
                                          .background = factors.background.data(),
                                          .noise = static_cast<float>(factors.noise),
                                          .cost = cost.data(),
                                          .next = next.values.data(),
                                          .word_shares = word_shares.data(),
                                          .link_sums = link_sums.data() + chunk * width,
                                          .scratch = scratch.data(),
                                          .width = width},
                                         {first, last});
                        });
    NodeTable sums(evidence.vocabulary(), groups);
    ops::for_each_chunk(
        evidence.word_chunks, [&](std::int64_t, std::int64_t first, std::int64_t last) {
          gather_rows({words.column_offsets().data(), words.column_rows().data(),
                       words.column_entries().data(), word_shares.data(),
                       factors.members.values.data(), sums.values.data(), width, false},
                      {first, last});
          for (std::int64_t w = first; w < last; ++w) {
            for (std::int64_t g = 0; g < groups; ++g) {
              factors.word_rates.row(w)[g] *= sums.row(w)[g] / static_cast<float>(totals[g] + 1e-6);
            }
          }
        });
    for (std::int64_t g = 0; g < groups; ++g) {
      double found = 0;
      for (std::int64_t c = 0; c < chunks; ++c) found += link_sums[c * width + g];
      factors.strengths[g] *= static_cast<float>(found / (totals[g] * totals[g] + 1e-6));
    }
    for (std::int64_t v = 0; v < next.rows; ++v) {
      for (std::int64_t g = 0; g < groups; ++g) next.row(v)[g] = std::max(next.row(v)[g], 1e-6F);
    }
    std::swap(factors.members, next);
    set_unit(evidence, factors);
    if (step) step();
  }
}

}  // namespace disgnn::relations

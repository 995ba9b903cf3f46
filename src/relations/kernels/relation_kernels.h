#pragma once

#include <cstdint>

#include "disgnn/graph/pair_index.h"

namespace disgnn::relations {

/// Rows first .. last-1.
struct Rows {
  std::int64_t first;
  std::int64_t last;
};

/// Tables of the kernels have rows of `width` floats, a multiple of this: the rest is zero.
inline constexpr std::int64_t kWidthStep = 16;
inline std::int64_t padded_width(std::int64_t columns) {
  return (columns + kWidthStep - 1) / kWidthStep * kWidthStep;
}

/// out[r] (+)= sum over the entries e of row r of weights[order[e]] * in[columns[e]].
struct GatherTask {
  const EntryId* offsets;
  const NodeId* columns;
  const EntryId* order;  ///< nullptr: e itself
  const float* weights;  ///< nullptr: 1
  const float* in;       ///< [columns, width]
  float* out;            ///< [rows, width]
  std::int64_t width;
  bool add;
};
void gather_rows(const GatherTask& task, Rows rows);

/// Where the links and the words of the nodes are.
struct EvidenceView {
  const EntryId* link_offsets;  ///< [N + 1]
  const NodeId* link_columns;
  const EntryId* word_offsets;  ///< [N + 1]
  const NodeId* word_columns;
  const float* counts;  ///< [words used]
};

/// One step of the Poisson factorisation for the memberships of some nodes (group_factorisation.h).
struct MemberTask {
  EvidenceView evidence;
  const float* members;     ///< f[N, width]
  const float* word_rates;  ///< phi[d, width]
  const float* strengths;   ///< s[width]
  const float* background;  ///< b[d]
  float noise;
  const float* cost;   ///< [width] what a unit of membership costs
  float* next;         ///< f of the next step
  float* word_shares;  ///< [words used] count / rate
  float* link_sums;    ///< [width] sum over the rows of f_v * sum_u f_u / rate_vu
  float* scratch;      ///< [3 * width]
  std::int64_t width;
};
void update_members(const MemberTask& task, Rows nodes);

/// One step of the memberships of some nodes in one relation (relation_refinement.h).
struct ChoiceTask {
  EvidenceView evidence;
  const float* choices;     ///< q[N, width]
  const float* word_rates;  ///< phi[d, width]
  const float* link_rates;  ///< p[width]
  const float* activity;    ///< theta[N]
  const float* link_rest;   ///< [links] rate of everything but this relation
  const float* word_rest;   ///< [words used]
  const float* start;       ///< [width] log prior - sum of phi; -infinity in the padding
  const float* volume;      ///< [width] p_g * sum over u of theta_u q_ug
  float* next;              ///< q of the next step
  float* scratch;           ///< [3 * width]
  std::int64_t width;
};
void update_choices(const ChoiceTask& task, Rows nodes);

/// next[w] = (sum over the nodes v that use w of count * q_v phi_w / (phi_w + rest) + prior) / cost
struct WordRateTask {
  const EntryId* offsets;  ///< [d + 1]
  const NodeId* nodes;
  const EntryId* entries;
  const float* counts;
  const float* choices;     ///< q[N, width]
  const float* word_rest;   ///< [words used]
  const float* per_member;  ///< [width] 1 / (sum of q + weight of the prior)
  float prior;
  float* word_rates;  ///< phi[d, width], replaced
  float* scratch;     ///< [width]
  std::int64_t width;
};
void update_word_rates(const WordRateTask& task, Rows words);

/// The rates at which one relation links and words: links[e] = theta_v theta_u sum_g p_g q_vg q_ug
/// and words[e] = q_v . phi_w. `found` receives sum over links of p q_v q_u theta theta / (rest +
/// links[e]) per group unless it is nullptr.
struct RateTask {
  EvidenceView evidence;
  const float* choices;
  const float* word_rates;
  const float* link_rates;
  const float* activity;
  const float* link_rest;
  float* links;
  float* words;
  float* found;
  float* scratch;  ///< [width]
  std::int64_t width;
};
void rates_of_relation(const RateTask& task, Rows nodes);

}  // namespace disgnn::relations

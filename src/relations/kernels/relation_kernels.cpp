#include "relations/kernels/relation_kernels.h"

#include <algorithm>

// Highway includes this file again for every instruction set; the loops are plain C++ that the
// compiler vectorises for each of them, logarithms and exponentials come from Highway.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "relations/kernels/relation_kernels.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace disgnn::relations::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Rows are a few vectors long: sums of products stay in one vector until the end.
inline float dot(const float* HWY_RESTRICT a, const float* HWY_RESTRICT b, std::int64_t width) {
  const hn::CappedTag<float, kWidthStep> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  auto sum = hn::Mul(hn::LoadU(d, a), hn::LoadU(d, b));
  for (std::int64_t i = lanes; i < width; i += lanes) {
    sum = hn::MulAdd(hn::LoadU(d, a + i), hn::LoadU(d, b + i), sum);
  }
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

inline void add_scaled(float* HWY_RESTRICT out, float scale, const float* HWY_RESTRICT in,
                       std::int64_t width) {
  const hn::CappedTag<float, kWidthStep> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto factor = hn::Set(d, scale);
  for (std::int64_t i = 0; i < width; i += lanes) {
    hn::StoreU(hn::MulAdd(factor, hn::LoadU(d, in + i), hn::LoadU(d, out + i)), d, out + i);
  }
}

/// out += scale * log(in); in becomes 1 again.
inline void add_log(float* HWY_RESTRICT out, float scale, float* HWY_RESTRICT in,
                    std::int64_t width) {
  const hn::CappedTag<float, kWidthStep> d;
  for (std::int64_t i = 0; i < width; i += static_cast<std::int64_t>(hn::Lanes(d))) {
    const auto logs = hn::Log(d, hn::LoadU(d, in + i));
    hn::StoreU(hn::MulAdd(hn::Set(d, scale), logs, hn::LoadU(d, out + i)), d, out + i);
    hn::StoreU(hn::Set(d, 1.0F), d, in + i);
  }
}

/// Columns first .. first + kVectors vectors of the rows, summed in registers.
template <int kVectors>
void gather_columns(const GatherTask& task, Rows rows, std::int64_t first) {
  const hn::CappedTag<float, kWidthStep> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const std::int64_t width = task.width;
  using Vector = decltype(hn::Zero(d));
  for (std::int64_t r = rows.first; r < rows.last; ++r) {
    float* const out = task.out + r * width + first;
    Vector sum0 = task.add ? hn::LoadU(d, out) : hn::Zero(d);
    Vector sum1 = kVectors > 1 && task.add ? hn::LoadU(d, out + lanes) : hn::Zero(d);
    Vector sum2 = kVectors > 2 && task.add ? hn::LoadU(d, out + 2 * lanes) : hn::Zero(d);
    for (EntryId e = task.offsets[r]; e < task.offsets[r + 1]; ++e) {
      const auto weight = hn::Set(d, task.weights == nullptr
                                         ? 1.0F
                                         : task.weights[task.order == nullptr ? e : task.order[e]]);
      const float* const in = task.in + task.columns[e] * width + first;
      sum0 = hn::MulAdd(weight, hn::LoadU(d, in), sum0);
      if constexpr (kVectors > 1) sum1 = hn::MulAdd(weight, hn::LoadU(d, in + lanes), sum1);
      if constexpr (kVectors > 2) sum2 = hn::MulAdd(weight, hn::LoadU(d, in + 2 * lanes), sum2);
    }
    hn::StoreU(sum0, d, out);
    if constexpr (kVectors > 1) hn::StoreU(sum1, d, out + lanes);
    if constexpr (kVectors > 2) hn::StoreU(sum2, d, out + 2 * lanes);
  }
}

void GatherRows(const GatherTask& task, Rows rows) {
  const hn::CappedTag<float, kWidthStep> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t first = 0;
  for (; first + 3 * lanes <= task.width; first += 3 * lanes) gather_columns<3>(task, rows, first);
  for (; first + 2 * lanes <= task.width; first += 2 * lanes) gather_columns<2>(task, rows, first);
  for (; first < task.width; first += lanes) gather_columns<1>(task, rows, first);
}

void UpdateMembers(const MemberTask& task, Rows nodes) {
  const std::int64_t width = task.width;
  const EvidenceView& evidence = task.evidence;
  float* HWY_RESTRICT words = task.scratch;
  float* HWY_RESTRICT links = words + width;
  float* HWY_RESTRICT strong = links + width;
  const float* HWY_RESTRICT strengths = task.strengths;
  const float* HWY_RESTRICT cost = task.cost;
  float* HWY_RESTRICT link_sums = task.link_sums;
  for (std::int64_t v = nodes.first; v < nodes.last; ++v) {
    const float* HWY_RESTRICT f = task.members + v * width;
    float* HWY_RESTRICT next = task.next + v * width;
    std::fill_n(words, 2 * width, 0.0F);
    for (EntryId e = evidence.word_offsets[v]; e < evidence.word_offsets[v + 1]; ++e) {
      const NodeId word = evidence.word_columns[e];
      const float* phi = task.word_rates + word * width;
      const float share = evidence.counts[e] / (dot(f, phi, width) + task.background[word]);
      task.word_shares[e] = share;
      add_scaled(words, share, phi, width);
    }
#pragma omp simd
    for (std::int64_t i = 0; i < width; ++i) strong[i] = strengths[i] * f[i];
    for (EntryId e = evidence.link_offsets[v]; e < evidence.link_offsets[v + 1]; ++e) {
      const float* other = task.members + evidence.link_columns[e] * width;
      add_scaled(links, 1 / (dot(strong, other, width) + task.noise), other, width);
    }
#pragma omp simd
    for (std::int64_t i = 0; i < width; ++i) {
      link_sums[i] += f[i] * links[i];
      next[i] = f[i] * (words[i] + strengths[i] * links[i]) / cost[i];
    }
  }
}

/// Terms beyond this say the same as this; products of four of them stay finite.
constexpr float kLargestRatio = 1e9F;

void UpdateChoices(const ChoiceTask& task, Rows nodes) {
  const std::int64_t width = task.width;
  const EvidenceView& evidence = task.evidence;
  float* HWY_RESTRICT logit = task.scratch;
  float* HWY_RESTRICT product = logit + width;
  float* HWY_RESTRICT strong = product + width;
  const float* HWY_RESTRICT rates = task.link_rates;
  const float* HWY_RESTRICT start = task.start;
  const float* HWY_RESTRICT volume = task.volume;
  std::fill_n(product, width, 1.0F);
  const hn::CappedTag<float, kWidthStep> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  // log(x_1) + … + log(x_4) as one logarithm of the product.
  constexpr int kTermsPerLog = 4;
  for (std::int64_t v = nodes.first; v < nodes.last; ++v) {
    const float activity = task.activity[v];
#pragma omp simd
    for (std::int64_t i = 0; i < width; ++i) {
      logit[i] = start[i] - activity * volume[i];
      strong[i] = activity * rates[i];
    }
    int terms = 0;
    const auto multiply = [&](float scale, const float* HWY_RESTRICT values) {
#pragma omp simd
      for (std::int64_t i = 0; i < width; ++i) {
        const float ratio = 1 + scale * values[i];
        product[i] *= ratio < kLargestRatio ? ratio : kLargestRatio;
      }
    };
    const auto finish = [&](float scale) {
      add_log(logit, scale, product, width);
      terms = 0;
    };
    for (EntryId e = evidence.word_offsets[v]; e < evidence.word_offsets[v + 1]; ++e) {
      const float* phi = task.word_rates + evidence.word_columns[e] * width;
      if (evidence.counts[e] != 1) {
        if (terms > 0) finish(1);
        multiply(1 / task.word_rest[e], phi);
        finish(evidence.counts[e]);
        continue;
      }
      multiply(1 / task.word_rest[e], phi);
      if (++terms == kTermsPerLog) finish(1);
    }
    if (terms > 0) finish(1);
    for (EntryId e = evidence.link_offsets[v]; e < evidence.link_offsets[v + 1]; ++e) {
      const NodeId u = evidence.link_columns[e];
      const float* HWY_RESTRICT q = task.choices + u * width;
      const float scale = task.activity[u] / task.link_rest[e];
#pragma omp simd
      for (std::int64_t i = 0; i < width; ++i) {
        const float ratio = 1 + scale * strong[i] * q[i];
        product[i] *= ratio < kLargestRatio ? ratio : kLargestRatio;
      }
      if (++terms == kTermsPerLog) finish(1);
    }
    if (terms > 0) finish(1);
    float largest = logit[0];
    for (std::int64_t i = 1; i < width; ++i) largest = std::max(largest, logit[i]);
    float* HWY_RESTRICT next = task.next + v * width;
    auto sum = hn::Zero(d);
    for (std::int64_t i = 0; i < width; i += lanes) {
      // The padding holds -infinity, of which an exponential need not be defined.
      const auto x =
          hn::Max(hn::Sub(hn::LoadU(d, logit + i), hn::Set(d, largest)), hn::Set(d, -80.0F));
      const auto y = hn::IfThenElseZero(hn::Gt(x, hn::Set(d, -79.0F)), hn::Exp(d, x));
      hn::StoreU(y, d, next + i);
      sum = hn::Add(sum, y);
    }
    const float scale = 1 / hn::GetLane(hn::SumOfLanes(d, sum));
#pragma omp simd
    for (std::int64_t i = 0; i < width; ++i) next[i] *= scale;
  }
}

void UpdateWordRates(const WordRateTask& task, Rows words) {
  const std::int64_t width = task.width;
  float* HWY_RESTRICT sum = task.scratch;
  const float* HWY_RESTRICT per_member = task.per_member;
  for (std::int64_t w = words.first; w < words.last; ++w) {
    float* HWY_RESTRICT phi = task.word_rates + w * width;
    std::fill_n(sum, width, 0.0F);
    for (EntryId k = task.offsets[w]; k < task.offsets[w + 1]; ++k) {
      const float* HWY_RESTRICT q = task.choices + task.nodes[k] * width;
      const float rest = task.word_rest[task.entries[k]];
      const float count = task.counts[task.entries[k]];
#pragma omp simd
      for (std::int64_t i = 0; i < width; ++i) sum[i] += count * q[i] / (phi[i] + rest);
    }
#pragma omp simd
    for (std::int64_t i = 0; i < width; ++i) {
      phi[i] = (phi[i] * sum[i] + task.prior) * per_member[i];
    }
  }
}

void RatesOfRelation(const RateTask& task, Rows nodes) {
  const std::int64_t width = task.width;
  const EvidenceView& evidence = task.evidence;
  float* HWY_RESTRICT strong = task.scratch;
  const float* HWY_RESTRICT rates = task.link_rates;
  float* HWY_RESTRICT found = task.found;
  for (std::int64_t v = nodes.first; v < nodes.last; ++v) {
    const float* HWY_RESTRICT q = task.choices + v * width;
#pragma omp simd
    for (std::int64_t i = 0; i < width; ++i) strong[i] = task.activity[v] * rates[i] * q[i];
    for (EntryId e = evidence.link_offsets[v]; e < evidence.link_offsets[v + 1]; ++e) {
      const NodeId u = evidence.link_columns[e];
      const float* HWY_RESTRICT other = task.choices + u * width;
      const float rate = task.activity[u] * dot(strong, other, width);
      task.links[e] = rate;
      if (found == nullptr) continue;
      const float scale = task.activity[u] / (task.link_rest[e] + rate);
#pragma omp simd
      for (std::int64_t i = 0; i < width; ++i) found[i] += scale * strong[i] * other[i];
    }
    for (EntryId e = evidence.word_offsets[v]; e < evidence.word_offsets[v + 1]; ++e) {
      task.words[e] = dot(q, task.word_rates + evidence.word_columns[e] * width, width);
    }
  }
}

}  // namespace disgnn::relations::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace disgnn::relations {

HWY_EXPORT(GatherRows);
HWY_EXPORT(UpdateMembers);
HWY_EXPORT(UpdateChoices);
HWY_EXPORT(UpdateWordRates);
HWY_EXPORT(RatesOfRelation);

void gather_rows(const GatherTask& task, Rows rows) {
  HWY_DYNAMIC_DISPATCH(GatherRows)(task, rows);
}
void update_members(const MemberTask& task, Rows nodes) {
  HWY_DYNAMIC_DISPATCH(UpdateMembers)(task, nodes);
}
void update_choices(const ChoiceTask& task, Rows nodes) {
  HWY_DYNAMIC_DISPATCH(UpdateChoices)(task, nodes);
}
void update_word_rates(const WordRateTask& task, Rows words) {
  HWY_DYNAMIC_DISPATCH(UpdateWordRates)(task, words);
}
void rates_of_relation(const RateTask& task, Rows nodes) {
  HWY_DYNAMIC_DISPATCH(RatesOfRelation)(task, nodes);
}

}  // namespace disgnn::relations
#endif  // HWY_ONCE

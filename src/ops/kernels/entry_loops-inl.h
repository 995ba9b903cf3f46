// Loops over the other ends of one node's entries, for the H units of one channel. Included once
// per instruction set, after <hwy/highway.h>; the units are worked off in blocks of up to eight
// vectors that stay in registers while all entries go by, and the odd ones at their end one by one.

#if defined(DISGNN_OPS_KERNELS_ENTRY_LOOPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DISGNN_OPS_KERNELS_ENTRY_LOOPS_INL_H_
#undef DISGNN_OPS_KERNELS_ENTRY_LOOPS_INL_H_
#else
#define DISGNN_OPS_KERNELS_ENTRY_LOOPS_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>

#include "disgnn/ops/leaky_slope.h"
#include "ops/kernels/pair_side.h"

HWY_BEFORE_NAMESPACE();
namespace disgnn::ops {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <typename T>
HWY_INLINE T leaky(T x) {
  const T small = static_cast<T>(kLeakySlope) * x;
  return x < small ? small : x;  // max: LeakyReLU for slopes below one, without a branch
}

/// The entries of one node: entry k has the other end ids[k].
struct Others {
  const NodeId* ids;
  EntryId count;
  EntryId available;   ///< ids that may be looked at, those of further nodes included
  std::int64_t units;  ///< of a row of the table; fetched ahead of their use unless 0
};

/// The entries of one row, in a sweep over `rows`.
inline Others others_of(const PairSide& side, std::int64_t row, RowRange rows,
                        std::int64_t fetched_units) {
  const EntryId first = side.offsets[row];
  return {side.others + first, side.offsets[row + 1] - first, side.offsets[rows.last] - first,
          fetched_units};
}

/// Other ends are fetched that many entries ahead when their rows lie anywhere in memory.
constexpr EntryId kAhead = 8;

template <typename T>
HWY_INLINE void prefetch_units(const T* units, std::int64_t length) {
  constexpr std::int64_t kLine = 64 / sizeof(T);
  for (std::int64_t i = 0; i < length; i += kLine) hwy::Prefetch(units + i);
}

/// Calls body(k) for every entry. The sweep over the first block of units, which begins at h = 0,
/// fetches whole rows of later entries; the sweeps over the other blocks find them.
template <typename T, typename Body>
HWY_INLINE void for_each_entry(const NodeTable<const T>& table, const Others& others,
                               std::int64_t h, const Body& body) {
  EntryId k = 0;
  if (others.units > 0 && h == 0) {
    const EntryId fetching = std::min(others.count, others.available - kAhead);
    for (; k < fetching; ++k) {
      prefetch_units(table.row(others.ids[k + kAhead]), others.units);
      body(k);
    }
  }
  for (; k < others.count; ++k) body(k);
}

/// Vectors per block: eight sums keep both multipliers busy where vectors are short.
constexpr int kWideBlock = HWY_MAX_BYTES >= 64 ? 4 : 8;

/// Calls loop.vectors<NV>(h) for blocks of NV vectors that begin at unit h, then
/// loop.scalars(from, hidden) for the rest.
template <typename T, typename Loop>
HWY_INLINE void for_each_block(std::int64_t hidden, const Loop& loop) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(hn::ScalableTag<T>()));
  std::int64_t h = 0;
  if constexpr (Loop::kWide == 8) {
    for (; h + 8 * lanes <= hidden; h += 8 * lanes) loop.template vectors<8>(h);
  }
  for (; h + 4 * lanes <= hidden; h += 4 * lanes) loop.template vectors<4>(h);
  for (; h + 2 * lanes <= hidden; h += 2 * lanes) loop.template vectors<2>(h);
  for (; h + lanes <= hidden; h += lanes) loop.template vectors<1>(h);
  if (h < hidden) loop.scalars(h, hidden);
}

/// out[k] += score of p against entry k's row of the table.
template <ScoreKind kind, typename T>
struct ScoreLoop {
  static constexpr int kWide = kWideBlock;

  const T* p;
  const T* w;  ///< unused by kDot
  NodeTable<const T> table;
  Others others;
  T* out;

  template <int NV>
  HWY_INLINE void vectors(std::int64_t h) const {
    const hn::ScalableTag<T> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto slope = hn::Set(d, static_cast<T>(kLeakySlope));
    // The weights stay in registers; p, for which there is no room left, in the nearest cache.
    hn::Vec<decltype(d)> held[NV];
    const T* const source = kind == ScoreKind::kMlp ? w : p;
    for (int i = 0; i < NV; ++i) held[i] = hn::LoadU(d, source + h + i * lanes);
    for_each_entry(table, others, h, [&](EntryId k) HWY_ATTR {
      const T* const x = table.row(others.ids[k]) + h;
      auto sum = hn::Zero(d);
      for (int i = 0; i < NV; ++i) {
        const auto q = hn::LoadU(d, x + i * lanes);
        if constexpr (kind == ScoreKind::kMlp) {
          const auto t = hn::Add(hn::LoadU(d, p + h + i * lanes), q);
          sum = hn::MulAdd(held[i], hn::Max(t, hn::Mul(slope, t)), sum);
        } else {
          sum = hn::MulAdd(held[i], q, sum);
        }
      }
      out[k] += hn::GetLane(hn::SumOfLanes(d, sum));
    });
  }

  HWY_INLINE void scalars(std::int64_t from, std::int64_t to) const {
    for (EntryId k = 0; k < others.count; ++k) {
      const T* const x = table.row(others.ids[k]);
      T sum = 0;
      for (std::int64_t h = from; h < to; ++h) {
        sum += kind == ScoreKind::kMlp ? w[h] * leaky(p[h] + x[h]) : p[h] * x[h];
      }
      out[k] += sum;
    }
  }
};

/// out[h] (+)= sum over entries of a[k] * table row[h]
template <typename T>
struct SumLoop {
  static constexpr int kWide = kWideBlock;

  const T* a;
  NodeTable<const T> table;
  Others others;
  T* out;
  bool add;  ///< to what is there, instead of replacing it

  template <int NV>
  HWY_INLINE void vectors(std::int64_t h) const {
    const hn::ScalableTag<T> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    hn::Vec<decltype(d)> sum[NV];
    for (int i = 0; i < NV; ++i) sum[i] = add ? hn::LoadU(d, out + h + i * lanes) : hn::Zero(d);
    for_each_entry(table, others, h, [&](EntryId k) HWY_ATTR {
      const T* const x = table.row(others.ids[k]) + h;
      const auto scale = hn::Set(d, a[k]);
      for (int i = 0; i < NV; ++i) {
        sum[i] = hn::MulAdd(scale, hn::LoadU(d, x + i * lanes), sum[i]);
      }
    });
    for (int i = 0; i < NV; ++i) hn::StoreU(sum[i], d, out + h + i * lanes);
  }

  HWY_INLINE void scalars(std::int64_t from, std::int64_t to) const {
    for (std::int64_t h = from; h < to; ++h) {
      T sum = add ? out[h] : T(0);
      for (EntryId k = 0; k < others.count; ++k) {
        sum += a[k] * table.row(others.ids[k])[h];
      }
      out[h] = sum;
    }
  }
};

/// With t = p + table row and S[h] = sum of g[k] * LeakyReLU'(t[h]): dp[h] (+)= w[h] *
/// S[h], and dw[h] gets its share.
template <WeightShare share, typename T>
struct LeakyGradientLoop {
  static constexpr bool kByEntry = share == WeightShare::kByEntry;
  static constexpr int kWide = kByEntry ? 4 : kWideBlock;  // registers are few

  const T* p;
  const T* w;
  NodeTable<const T> table;
  Others others;
  const T* g;
  T* dp;
  T* dw;
  bool add;  ///< to the dp that is there, instead of replacing it

  template <int NV>
  HWY_INLINE void vectors(std::int64_t h) const {
    const hn::ScalableTag<T> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto slope = hn::Set(d, static_cast<T>(kLeakySlope));
    const auto zero = hn::Zero(d);
    hn::Vec<decltype(d)> sum[NV];
    hn::Vec<decltype(d)> dw_h[kByEntry ? NV : 1];
    for (int i = 0; i < NV; ++i) {
      sum[i] = zero;
      if constexpr (kByEntry) dw_h[i] = zero;
    }
    for_each_entry(table, others, h, [&](EntryId k) HWY_ATTR {
      const T* const x = table.row(others.ids[k]) + h;
      const auto g_k = hn::Set(d, g[k]);
      const auto g_small = hn::Mul(g_k, slope);
      for (int i = 0; i < NV; ++i) {
        const auto t = hn::Add(hn::LoadU(d, p + h + i * lanes), hn::LoadU(d, x + i * lanes));
        // g * LeakyReLU'(t); the same number times t is g * LeakyReLU(t).
        const auto slant = hn::IfThenElse(hn::Gt(t, zero), g_k, g_small);
        sum[i] = hn::Add(sum[i], slant);
        if constexpr (kByEntry) dw_h[i] = hn::MulAdd(slant, t, dw_h[i]);
      }
    });
    for (int i = 0; i < NV; ++i) {
      const std::int64_t at = h + i * lanes;
      const auto old = add ? hn::LoadU(d, dp + at) : zero;
      hn::StoreU(hn::MulAdd(hn::LoadU(d, w + at), sum[i], old), d, dp + at);
      const auto dw_at = hn::LoadU(d, dw + at);
      if constexpr (kByEntry) {
        hn::StoreU(hn::Add(dw_h[i], dw_at), d, dw + at);
      } else {
        hn::StoreU(hn::MulAdd(hn::LoadU(d, p + at), sum[i], dw_at), d, dw + at);
      }
    }
  }

  HWY_INLINE void scalars(std::int64_t from, std::int64_t to) const {
    for (std::int64_t h = from; h < to; ++h) {
      T sum = 0;
      T weight = 0;
      for (EntryId k = 0; k < others.count; ++k) {
        const T t = p[h] + table.row(others.ids[k])[h];
        const T slant = t > 0 ? g[k] : static_cast<T>(kLeakySlope) * g[k];
        sum += slant;
        weight += slant * t;
      }
      dp[h] = (add ? dp[h] : T(0)) + w[h] * sum;
      dw[h] += kByEntry ? weight : p[h] * sum;
    }
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace disgnn::ops
HWY_AFTER_NAMESPACE();

#endif  // DISGNN_OPS_KERNELS_ENTRY_LOOPS_INL_H_

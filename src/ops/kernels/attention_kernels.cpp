#include "ops/kernels/attention_kernels.h"

#include <algorithm>
#include <type_traits>
#include <vector>

// Highway includes this file again for every instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/kernels/attention_kernels.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/contrib/math/math-inl.h>

#include "ops/edge_dropout_factors.h"
#include "ops/kernels/slices-inl.h"

HWY_BEFORE_NAMESPACE();
namespace disgnn::ops {
namespace HWY_NAMESPACE {

/// e = sigmoid(s) and x = exp(e); NaN stays NaN, so that a spoilt model is noticed.
template <typename D, typename V>
HWY_INLINE void existence(D d, V s, V& e, V& x) {
  using T = hn::TFromD<D>;
  // Beyond this exp(-s) would leave the range in which Highway's exp is defined; e is 0 there.
  const auto cap = hn::Set(d, std::is_same_v<T, float> ? T(80) : T(700));
  const auto one = hn::Set(d, T(1));
  const auto minus = hn::Min(hn::Neg(s), cap);
  e = hn::Div(one, hn::Add(one, hn::Exp(d, minus)));
  e = hn::IfThenElse(hn::Eq(s, s), e, s);
  x = hn::IfThenElse(hn::Eq(s, s), hn::Exp(d, e), s);
}

/// The same for `count` scores in a row; `e` may be null.
template <typename T>
void existences(const T* scores, EntryId count, T* e, T* x) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<EntryId>(hn::Lanes(d));
  hn::Vec<decltype(d)> e_i;
  hn::Vec<decltype(d)> x_i;
  EntryId i = 0;
  for (; i + lanes <= count; i += lanes) {
    existence(d, hn::LoadU(d, scores + i), e_i, x_i);
    if (e != nullptr) hn::StoreU(e_i, d, e + i);
    hn::StoreU(x_i, d, x + i);
  }
  if (i == count) return;
  HWY_ALIGN T padded[hn::MaxLanes(d)] = {};
  std::copy(scores + i, scores + count, padded);
  existence(d, hn::Load(d, padded), e_i, x_i);
  hn::Store(x_i, d, padded);
  std::copy_n(padded, count - i, x + i);
  if (e == nullptr) return;
  hn::Store(e_i, d, padded);
  std::copy_n(padded, count - i, e + i);
}

/// C values over and over, as far as a vector reaches: entries' channels lie one after the other,
/// so every vector of them starts with channel 0 again when C divides its length.
template <typename D, typename T>
HWY_INLINE hn::Vec<D> repeated(D d, const T* values, std::int64_t channels) {
  HWY_ALIGN T pattern[hn::MaxLanes(d)];
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  for (std::int64_t i = 0; i < lanes; ++i) pattern[i] = values[i % channels];
  return hn::Load(d, pattern);
}

template <typename D>
HWY_INLINE bool fits(D d, std::int64_t channels) {
  return static_cast<std::int64_t>(hn::Lanes(d)) % channels == 0;
}

/// Divides x[count], entries by channels, by the sum over the entries; leaves the inverse sums.
template <typename T>
void normalise(std::int64_t channels, EntryId count, T* x, T* inverse) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<EntryId>(hn::Lanes(d));
  std::fill_n(inverse, channels, T(0));
  EntryId i = 0;
  if (fits(d, channels)) {
    auto sum = hn::Zero(d);
    for (; i + lanes <= count; i += lanes) sum = hn::Add(sum, hn::LoadU(d, x + i));
    HWY_ALIGN T parts[hn::MaxLanes(d)];
    hn::Store(sum, d, parts);
    for (EntryId lane = 0; lane < lanes; ++lane) inverse[lane % channels] += parts[lane];
  }
  for (; i < count; i += channels) {
    for (std::int64_t c = 0; c < channels; ++c) inverse[c] += x[i + c];
  }
  for (std::int64_t c = 0; c < channels; ++c) inverse[c] = 1 / inverse[c];
  i = 0;
  if (fits(d, channels)) {
    const auto scale = repeated(d, inverse, channels);
    for (; i + lanes <= count; i += lanes) {
      hn::StoreU(hn::Mul(hn::LoadU(d, x + i), scale), d, x + i);
    }
  }
  for (; i < count; i += channels) {
    for (std::int64_t c = 0; c < channels; ++c) x[i + c] *= inverse[c];
  }
}

/// What the softmax's gradient of one row is made of, [entries, C] each unless noted.
template <typename T>
struct RowGradient {
  T* weight_gradient;  ///< in: dz_v . V_u; out: the gradient of s
  T* x;                ///< in: exp(e); out: A q̃
  const T* e;
  const T* factors;  ///< q̃
  const T* inverse;  ///< [C]
  const T* mean;     ///< [C]: sum_u A q̃ (dz_v . V_u)
};

template <typename T>
void softmax_gradient(std::int64_t channels, EntryId count, const RowGradient<T>& row) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<EntryId>(hn::Lanes(d));
  EntryId i = 0;
  if (fits(d, channels)) {
    const auto inverse = repeated(d, row.inverse, channels);
    const auto mean = repeated(d, row.mean, channels);
    const auto one = hn::Set(d, T(1));
    for (; i + lanes <= count; i += lanes) {
      const auto weight = hn::Mul(hn::LoadU(d, row.x + i), inverse);
      const auto factor = hn::LoadU(d, row.factors + i);
      const auto e = hn::LoadU(d, row.e + i);
      const auto slope = hn::Mul(e, hn::Sub(one, e));
      const auto inner = hn::MulSub(factor, hn::LoadU(d, row.weight_gradient + i), mean);
      hn::StoreU(hn::Mul(hn::Mul(weight, inner), slope), d, row.weight_gradient + i);
      hn::StoreU(hn::Mul(weight, factor), d, row.x + i);
    }
  }
  for (; i < count; i += channels) {
    for (std::int64_t c = 0; c < channels; ++c) {
      const EntryId j = i + c;
      const T weight = row.x[j] * row.inverse[c];
      const T inner = row.factors[j] * row.weight_gradient[j] - row.mean[c];
      row.weight_gradient[j] = weight * inner * row.e[j] * (1 - row.e[j]);
      row.x[j] = weight * row.factors[j];
    }
  }
}

/// s[k, c] = p[row, c] + q[other, c]
template <typename T>
void linear_scores(const AttentionTask<T>& task, std::int64_t row, const Others& others, T* s) {
  const std::int64_t channels = task.size.channels;
  const T* const p = task.p.row(task.node(row));
  for (EntryId k = 0; k < others.count; ++k) {
    const T* const q = task.q.row(others.ids[k]);
    for (std::int64_t c = 0; c < channels; ++c) s[k * channels + c] = p[c] + q[c];
  }
}

/// d[c] = sum over entries of coefficients[k, 0, c]
template <typename T>
void linear_gradient(std::int64_t channels, EntryId count, const T* coefficients, T* d) {
  std::fill_n(d, channels, T(0));
  for (EntryId k = 0; k < count; ++k) {
    for (std::int64_t c = 0; c < channels; ++c) d[c] += coefficients[2 * k * channels + c];
  }
}

template <ScoreKind kind, typename T>
void attention(const AttentionTask<T>& task, RowRange rows) {
  const auto [channels, hidden] = task.size;
  std::vector<T> weights;
  std::vector<T> factors;
  for (std::int64_t row = rows.first; row < rows.last; ++row) {
    const EntryId first = task.side.offsets[row];
    const Others others = others_of(task.side, row, rows, task.size.width());
    const EntryId count = others.count * channels;
    T* const s = task.scores + first * channels;
    if constexpr (kind == ScoreKind::kLinear) {
      linear_scores(task, row, others, s);
    } else {
      std::fill_n(s, count, T(0));
      for (std::int64_t c = 0; c < channels; ++c) {
        const std::int64_t at = c * hidden;
        for_each_block<T>(
            hidden, ScoreSlice<kind, T>{task.p.row(task.node(row)) + at, task.w + at,
                                        channel_of(task.q, at), others.slice(at), s + c, channels});
      }
    }
    weights.resize(count);
    existences<T>(s, count, nullptr, weights.data());
    normalise(channels, count, weights.data(), task.inverse + row * channels);
    if (task.dropout.p > 0) {
      factors.resize(count);
      edge_dropout_factors(task.dropout, row, first, others.count, channels, factors.data());
      for (EntryId i = 0; i < count; ++i) weights[i] *= factors[i];
    }
    for (std::int64_t c = 0; c < channels; ++c) {
      const std::int64_t at = c * hidden;
      for_each_block<T>(hidden, SumSlice<T>{weights.data() + c, channels, channel_of(task.v, at),
                                            others.slice(at), task.z + row * task.size.width() + at,
                                            /*add=*/false});
    }
  }
}

/// x . y
template <typename T>
T dot(const T* x, const T* y, std::int64_t length) {
  const NodeId self = 0;
  T sum = 0;
  for_each_block<T>(length, ScoreSlice<ScoreKind::kDot, T>{
                                x, nullptr, {y, 0}, {&self, 1, 1, length, 0}, &sum, 1});
  return sum;
}

template <ScoreKind kind, typename T>
void attention_gradient(const AttentionGradientTask<T>& task, RowRange rows) {
  const AttentionTask<T>& forward = task.forward;
  const auto [channels, hidden] = forward.size;
  const std::int64_t width = forward.size.width();
  std::vector<T> scratch;
  for (std::int64_t row = rows.first; row < rows.last; ++row) {
    const EntryId first = forward.side.offsets[row];
    const Others others = others_of(forward.side, row, rows, width);
    const EntryId count = others.count * channels;
    scratch.resize(4 * count + channels);
    T* const weight_gradient = scratch.data();  // dz_v . V_u
    T* const e = weight_gradient + count;
    T* const x = e + count;
    T* const factors = x + count;
    T* const mean = factors + count;  // [C]: sum_u A q̃ (dz_v . V_u)
    const T* const dz = task.dz + row * width;
    std::fill_n(weight_gradient, count, T(0));
    for (std::int64_t c = 0; c < channels; ++c) {
      const std::int64_t at = c * hidden;
      for_each_block<T>(
          hidden, ScoreSlice<ScoreKind::kDot, T>{dz + at, nullptr, channel_of(forward.v, at),
                                                 others.slice(at), weight_gradient + c, channels});
      mean[c] = dot(dz + at, forward.z + row * width + at, hidden);
    }
    existences<T>(forward.scores + first * channels, count, e, x);
    if (forward.dropout.p > 0) {
      edge_dropout_factors(forward.dropout, row, first, others.count, channels, factors);
    } else {
      std::fill_n(factors, count, T(1));
    }
    softmax_gradient<T>(channels, count,
                        {weight_gradient, x, e, factors, forward.inverse + row * channels, mean});
    if (task.score_gradient != nullptr) {
      const T* const more = task.score_gradient + first * channels;
      for (EntryId i = 0; i < count; ++i) weight_gradient[i] += more[i];
    }
    T* const coefficients = task.coefficients + 2 * first * channels;
    for (EntryId k = 0; k < others.count; ++k) {
      for (std::int64_t c = 0; c < channels; ++c) {
        coefficients[2 * k * channels + c] = weight_gradient[k * channels + c];
        coefficients[(2 * k + 1) * channels + c] = x[k * channels + c];
      }
    }
    if constexpr (kind == ScoreKind::kLinear) {
      linear_gradient(channels, others.count, coefficients, task.dp.row(forward.node(row)));
      continue;
    }
    for (std::int64_t c = 0; c < channels; ++c) {
      const std::int64_t at = c * hidden;
      T* const dp = task.dp.row(forward.node(row)) + at;
      if constexpr (kind == ScoreKind::kDot) {
        for_each_block<T>(hidden,
                          SumSlice<T>{coefficients + c, 2 * channels, channel_of(forward.q, at),
                                      others.slice(at), dp, task.add});
      } else {
        for_each_block<T>(hidden, LeakyGradientSlice<WeightShare::kByNode, T>{
                                      forward.p.row(forward.node(row)) + at, forward.w + at,
                                      channel_of(forward.q, at), others.slice(at), coefficients + c,
                                      2 * channels, dp, task.dw + at, task.add});
      }
    }
  }
}

template <ScoreKind kind, typename T>
void attention_columns(const AttentionColumnTask<T>& task, RowRange columns) {
  const auto [channels, hidden] = task.size;
  const NodeTable<const T> dz{task.dz, task.size.width()};
  std::vector<T> scratch;
  for (std::int64_t column = columns.first; column < columns.last; ++column) {
    const Others others = others_of(task.side, column, columns, task.size.width());
    Others receivers = others;  // the same rows as they are numbered in p
    if (task.p_rows != nullptr) receivers.ids = task.p_rows + task.side.offsets[column];
    const T* const coefficients =
        values_of_row(task.side, column, 2 * channels, task.coefficients, scratch);
    if constexpr (kind == ScoreKind::kLinear) {
      linear_gradient(channels, others.count, coefficients, task.dq.row(column));
    }
    for (std::int64_t c = 0; c < channels; ++c) {
      const std::int64_t at = c * hidden;
      const T* const gradient = coefficients + c;
      T* const dq = task.dq.row(column) + at;
      if constexpr (kind == ScoreKind::kDot) {
        for_each_block<T>(hidden, SumSlice<T>{gradient, 2 * channels, channel_of(task.p, at),
                                              receivers.slice(at), dq, task.add});
      } else if constexpr (kind == ScoreKind::kMlp) {
        for_each_block<T>(
            hidden, LeakyGradientSlice<WeightShare::kByNode, T>{
                        task.q.row(column) + at, task.w + at, channel_of(task.p, at),
                        receivers.slice(at), gradient, 2 * channels, dq, task.dw + at, task.add});
      }
      for_each_block<T>(hidden,
                        SumSlice<T>{gradient + channels, 2 * channels, channel_of(dz, at),
                                    others.slice(at), task.dv.row(column) + at, /*add=*/false});
    }
  }
}

/// Calls work(std::integral_constant of the kind).
template <typename Work>
HWY_INLINE void by_kind(ScoreKind kind, const Work& work) {
  switch (kind) {
    case ScoreKind::kMlp:
      return work(std::integral_constant<ScoreKind, ScoreKind::kMlp>());
    case ScoreKind::kDot:
      return work(std::integral_constant<ScoreKind, ScoreKind::kDot>());
    case ScoreKind::kLinear:
      return work(std::integral_constant<ScoreKind, ScoreKind::kLinear>());
  }
}

// Highway dispatches plain functions, so every kernel gets one per element type.
void AttentionFloat(const AttentionTask<float>& task, RowRange rows) {
  by_kind(task.kind, [&](auto kind) HWY_ATTR { attention<decltype(kind)::value>(task, rows); });
}
void AttentionDouble(const AttentionTask<double>& task, RowRange rows) {
  by_kind(task.kind, [&](auto kind) HWY_ATTR { attention<decltype(kind)::value>(task, rows); });
}
void AttentionGradientFloat(const AttentionGradientTask<float>& task, RowRange rows) {
  by_kind(task.forward.kind,
          [&](auto kind) HWY_ATTR { attention_gradient<decltype(kind)::value>(task, rows); });
}
void AttentionGradientDouble(const AttentionGradientTask<double>& task, RowRange rows) {
  by_kind(task.forward.kind,
          [&](auto kind) HWY_ATTR { attention_gradient<decltype(kind)::value>(task, rows); });
}
void AttentionColumnsFloat(const AttentionColumnTask<float>& task, RowRange columns) {
  by_kind(task.kind,
          [&](auto kind) HWY_ATTR { attention_columns<decltype(kind)::value>(task, columns); });
}
void AttentionColumnsDouble(const AttentionColumnTask<double>& task, RowRange columns) {
  by_kind(task.kind,
          [&](auto kind) HWY_ATTR { attention_columns<decltype(kind)::value>(task, columns); });
}

}  // namespace HWY_NAMESPACE
}  // namespace disgnn::ops
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace disgnn::ops {

HWY_EXPORT(AttentionFloat);
HWY_EXPORT(AttentionDouble);
HWY_EXPORT(AttentionGradientFloat);
HWY_EXPORT(AttentionGradientDouble);
HWY_EXPORT(AttentionColumnsFloat);
HWY_EXPORT(AttentionColumnsDouble);

void attention_rows(const AttentionTask<float>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(AttentionFloat)(task, rows);
}
void attention_rows(const AttentionTask<double>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(AttentionDouble)(task, rows);
}
void attention_gradient_rows(const AttentionGradientTask<float>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(AttentionGradientFloat)(task, rows);
}
void attention_gradient_rows(const AttentionGradientTask<double>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(AttentionGradientDouble)(task, rows);
}
void attention_gradient_columns(const AttentionColumnTask<float>& task, RowRange columns) {
  HWY_DYNAMIC_DISPATCH(AttentionColumnsFloat)(task, columns);
}
void attention_gradient_columns(const AttentionColumnTask<double>& task, RowRange columns) {
  HWY_DYNAMIC_DISPATCH(AttentionColumnsDouble)(task, columns);
}

}  // namespace disgnn::ops
#endif  // HWY_ONCE

#include "ops/kernels/softmax_kernels.h"

#include <algorithm>
#include <type_traits>
#include <vector>

// Highway includes this file again for every instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/kernels/softmax_kernels.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/contrib/math/math-inl.h>

#include "ops/edge_dropout_factors.h"
#include "ops/kernels/entry_loops-inl.h"

HWY_BEFORE_NAMESPACE();
namespace disgnn::ops {
namespace HWY_NAMESPACE {

/// e = sigmoid(s) and x, which the weights are shares of; NaN stays NaN, so that a spoilt model is
/// noticed.
template <EdgeNorm norm, typename D, typename V>
HWY_INLINE void existence(D d, V s, V& e, V& x) {
  using T = hn::TFromD<D>;
  // Beyond this exp(-s) would leave the range in which Highway's exp is defined; e is 0 there.
  const auto cap = hn::Set(d, std::is_same_v<T, float> ? T(80) : T(700));
  const auto one = hn::Set(d, T(1));
  const auto minus = hn::Min(hn::Neg(s), cap);
  e = hn::Div(one, hn::Add(one, hn::Exp(d, minus)));
  e = hn::IfThenElse(hn::Eq(s, s), e, s);
  if constexpr (norm == EdgeNorm::kSoftmax) {
    x = hn::IfThenElse(hn::Eq(s, s), hn::Exp(d, e), s);
  } else {
    x = e;
  }
}

/// The same for `count` scores in a row; `e` may be null.
template <EdgeNorm norm, typename T>
void existences(const T* scores, EntryId count, T* e, T* x) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<EntryId>(hn::Lanes(d));
  hn::Vec<decltype(d)> e_i;
  hn::Vec<decltype(d)> x_i;
  EntryId i = 0;
  for (; i + lanes <= count; i += lanes) {
    existence<norm>(d, hn::LoadU(d, scores + i), e_i, x_i);
    if (e != nullptr) hn::StoreU(e_i, d, e + i);
    hn::StoreU(x_i, d, x + i);
  }
  if (i == count) return;
  HWY_ALIGN T padded[hn::MaxLanes(d)] = {};
  std::copy(scores + i, scores + count, padded);
  existence<norm>(d, hn::Load(d, padded), e_i, x_i);
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
  T* x;                ///< in: what the weights are shares of; out: A q̃
  const T* e;
  const T* factors;  ///< q̃
  const T* inverse;  ///< [C]
  const T* mean;     ///< [C]: sum_u A q̃ (dz_v . V_u)
};

/// dx/ds / x: e (1 - e) where x = exp(e), 1 - e where x = e.
template <EdgeNorm norm, typename T>
void row_gradient(std::int64_t channels, EntryId count, const RowGradient<T>& row) {
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
      auto slope = hn::Sub(one, e);
      if constexpr (norm == EdgeNorm::kSoftmax) slope = hn::Mul(slope, e);
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
      const T slope = norm == EdgeNorm::kSoftmax ? row.e[j] * (1 - row.e[j]) : 1 - row.e[j];
      row.weight_gradient[j] = weight * inner * slope;
      row.x[j] = weight * row.factors[j];
    }
  }
}

/// to[k, c] = from[c][k] for one row's entries; channels lie `apart` values apart.
template <typename T>
HWY_INLINE void gather_channels(const T* from, EntryId apart, EntryId entries,
                                std::int64_t channels, T* to) {
  for (std::int64_t c = 0; c < channels; ++c) {
    const T* const channel = from + c * apart;
    for (EntryId k = 0; k < entries; ++k) to[k * channels + c] = channel[k];
  }
}

/// The way back.
template <typename T>
HWY_INLINE void spread_channels(const T* from, EntryId apart, EntryId entries,
                                std::int64_t channels, T* to) {
  for (std::int64_t c = 0; c < channels; ++c) {
    T* const channel = to + c * apart;
    for (EntryId k = 0; k < entries; ++k) channel[k] = from[k * channels + c];
  }
}

template <EdgeNorm norm, typename T>
void softmax(const SoftmaxTask<T>& task, RowRange rows) {
  const auto& [offsets, entries, channels, weighting, of_channels, scores, inverse, weights] = task;
  const EdgeDropout& dropout = weighting.dropout;
  std::vector<T> row_weights;
  std::vector<T> factors;
  for (std::int64_t row = rows.first; row < rows.last; ++row) {
    const EntryId first = offsets[row];
    const EntryId in_row = offsets[row + 1] - first;
    const EntryId count = in_row * channels;
    T* const s = scores + first * channels;
    gather_channels(of_channels + first, entries, in_row, channels, s);
    row_weights.resize(count);
    existences<norm, T>(s, count, nullptr, row_weights.data());
    normalise(channels, count, row_weights.data(), inverse + row * channels);
    if (dropout.p > 0) {
      factors.resize(count);
      edge_dropout_factors(dropout, row, first, in_row, channels, factors.data());
      for (EntryId i = 0; i < count; ++i) row_weights[i] *= factors[i];
    }
    spread_channels(row_weights.data(), entries, in_row, channels, weights + first);
  }
}

/// x . y
template <typename T>
T dot(const T* x, const T* y, std::int64_t length) {
  const NodeId self = 0;
  T sum = 0;
  for_each_block<T>(length,
                    ScoreLoop<ScoreKind::kDot, T>{x, nullptr, {y, 0}, {&self, 1, 1, 0}, &sum});
  return sum;
}

template <EdgeNorm norm, typename T>
void softmax_gradient(const SoftmaxGradientTask<T>& task, RowRange rows) {
  const auto [channels, hidden] = task.size;
  std::vector<T> scratch;
  for (std::int64_t row = rows.first; row < rows.last; ++row) {
    const EntryId first = task.offsets[row];
    const EntryId in_row = task.offsets[row + 1] - first;
    const EntryId count = in_row * channels;
    scratch.resize(4 * count + channels);
    T* const gradient = scratch.data();  // dz_v . V_u, then the gradient of s
    T* const e = gradient + count;
    T* const x = e + count;
    T* const factors = x + count;
    T* const mean = factors + count;  // [C]: sum_u A q̃ (dz_v . V_u)
    gather_channels(task.gradients + first, task.entries, in_row, channels, gradient);
    for (std::int64_t c = 0; c < channels; ++c) {
      mean[c] = dot(task.dz.channel(c).row(row), task.z.channel(c).row(row), hidden);
    }
    existences<norm, T>(task.scores + first * channels, count, e, x);
    if (task.weighting.dropout.p > 0) {
      edge_dropout_factors(task.weighting.dropout, row, first, in_row, channels, factors);
    } else {
      std::fill_n(factors, count, T(1));
    }
    row_gradient<norm, T>(channels, count,
                          {gradient, x, e, factors, task.inverse + row * channels, mean});
    if (task.score_gradient != nullptr) {
      const T* const more = task.score_gradient + first * channels;
      for (EntryId i = 0; i < count; ++i) gradient[i] += more[i];
    }
    spread_channels(gradient, task.entries, in_row, channels, task.gradients + first);
    spread_channels(x, task.entries, in_row, channels, task.weights + first);
  }
}

template <typename T>
void softmax_of(const SoftmaxTask<T>& task, RowRange rows) {
  if (task.weighting.norm == EdgeNorm::kSum) {
    softmax<EdgeNorm::kSum>(task, rows);
  } else {
    softmax<EdgeNorm::kSoftmax>(task, rows);
  }
}

template <typename T>
void softmax_gradient_of(const SoftmaxGradientTask<T>& task, RowRange rows) {
  if (task.weighting.norm == EdgeNorm::kSum) {
    softmax_gradient<EdgeNorm::kSum>(task, rows);
  } else {
    softmax_gradient<EdgeNorm::kSoftmax>(task, rows);
  }
}

// Highway dispatches plain functions, so every kernel gets one per element type.
void SoftmaxFloat(const SoftmaxTask<float>& task, RowRange rows) {
  softmax_of(task, rows);
}
void SoftmaxDouble(const SoftmaxTask<double>& task, RowRange rows) {
  softmax_of(task, rows);
}
void SoftmaxGradientFloat(const SoftmaxGradientTask<float>& task, RowRange rows) {
  softmax_gradient_of(task, rows);
}
void SoftmaxGradientDouble(const SoftmaxGradientTask<double>& task, RowRange rows) {
  softmax_gradient_of(task, rows);
}

}  // namespace HWY_NAMESPACE
}  // namespace disgnn::ops
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace disgnn::ops {

HWY_EXPORT(SoftmaxFloat);
HWY_EXPORT(SoftmaxDouble);
HWY_EXPORT(SoftmaxGradientFloat);
HWY_EXPORT(SoftmaxGradientDouble);

void softmax_rows(const SoftmaxTask<float>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(SoftmaxFloat)(task, rows);
}
void softmax_rows(const SoftmaxTask<double>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(SoftmaxDouble)(task, rows);
}
void softmax_gradient_rows(const SoftmaxGradientTask<float>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(SoftmaxGradientFloat)(task, rows);
}
void softmax_gradient_rows(const SoftmaxGradientTask<double>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(SoftmaxGradientDouble)(task, rows);
}

}  // namespace disgnn::ops
#endif  // HWY_ONCE

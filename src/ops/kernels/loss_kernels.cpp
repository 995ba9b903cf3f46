#include "ops/kernels/loss_kernels.h"

#include <algorithm>
#include <type_traits>

// Highway includes this file again for every instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/kernels/loss_kernels.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace disgnn::ops {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// y = sign(a) * x and exp(-|y|), whose argument Highway's exp can take; NaN stays NaN.
template <typename D, typename V>
HWY_INLINE void signed_logit(D d, V x, V a, V& y, V& small) {
  using T = hn::TFromD<D>;
  const auto lowest = hn::Set(d, std::is_same_v<T, float> ? T(-80) : T(-700));
  y = hn::CopySign(hn::Set(d, T(1)), a);
  y = hn::Mul(y, x);
  small = hn::Exp(d, hn::Max(hn::Neg(hn::Abs(y)), lowest));
  small = hn::IfThenElse(hn::Eq(x, x), small, x);
}

/// |a| * softplus(y) = |a| * (max(y, 0) + log(1 + exp(-|y|)))
template <typename D, typename V>
HWY_INLINE V loss_of(D d, V x, V a) {
  V y;
  V small;
  signed_logit(d, x, a, y, small);
  return hn::Mul(hn::Abs(a), hn::Add(hn::Max(y, hn::Zero(d)), hn::Log1p(d, small)));
}

/// a * sigmoid(y): 1 / (1 + small) for y >= 0, small / (1 + small) below
template <typename D, typename V>
HWY_INLINE V gradient_of(D d, V x, V a) {
  V y;
  V small;
  signed_logit(d, x, a, y, small);
  const auto one = hn::Set(d, hn::TFromD<D>(1));
  const auto top = hn::IfThenElse(hn::Ge(y, hn::Zero(d)), one, small);
  return hn::Mul(a, hn::Div(top, hn::Add(one, small)));
}

/// Calls body(first, count, x, a) for every vector; lanes behind the last element have a = 0.
template <typename T, typename Body>
HWY_INLINE void for_each_vector(const LogisticTask<T>& task, RowRange elements, const Body& body) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto scale = hn::Set(d, task.scale);
  std::int64_t i = elements.first;
  for (; i + lanes <= elements.last; i += lanes) {
    const auto a = task.weights == nullptr ? scale : hn::Mul(scale, hn::LoadU(d, task.weights + i));
    body(i, lanes, hn::LoadU(d, task.x + i), a);
  }
  const std::int64_t count = elements.last - i;
  if (count == 0) return;
  HWY_ALIGN T x[hn::MaxLanes(d)] = {};
  HWY_ALIGN T a[hn::MaxLanes(d)] = {};
  for (std::int64_t k = 0; k < count; ++k) {
    x[k] = task.x[i + k];
    a[k] = task.weights == nullptr ? task.scale : task.scale * task.weights[i + k];
  }
  body(i, count, hn::Load(d, x), hn::Load(d, a));
}

template <typename T>
double loss_sum(const LogisticTask<T>& task, RowRange elements) {
  const hn::ScalableTag<T> d;
  constexpr std::int64_t kBlock = 1024;  // added up in T
  double total = 0;
  for (std::int64_t first = elements.first; first < elements.last; first += kBlock) {
    auto sum = hn::Zero(d);
    for_each_vector(task, {first, std::min(first + kBlock, elements.last)},
                    [&](auto, auto, auto x, auto a)
                        HWY_ATTR { sum = hn::Add(sum, loss_of(d, x, a)); });
    total += static_cast<double>(hn::GetLane(hn::SumOfLanes(d, sum)));
  }
  return total;
}

template <typename T>
void loss_gradient(const LogisticTask<T>& task, RowRange elements, T* dx) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  for_each_vector(task, elements, [&](auto i, auto count, auto x, auto a) HWY_ATTR {
    const auto gradient = gradient_of(d, x, a);
    if (count == lanes) {
      hn::StoreU(gradient, d, dx + i);
      return;
    }
    HWY_ALIGN T parts[hn::MaxLanes(d)];
    hn::Store(gradient, d, parts);
    std::copy_n(parts, count, dx + i);
  });
}

// Highway dispatches plain functions, so every kernel gets one per element type.
double LossSumFloat(const LogisticTask<float>& task, RowRange elements) {
  return loss_sum(task, elements);
}
double LossSumDouble(const LogisticTask<double>& task, RowRange elements) {
  return loss_sum(task, elements);
}
void LossGradientFloat(const LogisticTask<float>& task, RowRange elements, float* dx) {
  loss_gradient(task, elements, dx);
}
void LossGradientDouble(const LogisticTask<double>& task, RowRange elements, double* dx) {
  loss_gradient(task, elements, dx);
}

}  // namespace HWY_NAMESPACE
}  // namespace disgnn::ops
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace disgnn::ops {

HWY_EXPORT(LossSumFloat);
HWY_EXPORT(LossSumDouble);
HWY_EXPORT(LossGradientFloat);
HWY_EXPORT(LossGradientDouble);

double logistic_sum(const LogisticTask<float>& task, RowRange elements) {
  return HWY_DYNAMIC_DISPATCH(LossSumFloat)(task, elements);
}
double logistic_sum(const LogisticTask<double>& task, RowRange elements) {
  return HWY_DYNAMIC_DISPATCH(LossSumDouble)(task, elements);
}
void logistic_gradient(const LogisticTask<float>& task, RowRange elements, float* dx) {
  HWY_DYNAMIC_DISPATCH(LossGradientFloat)(task, elements, dx);
}
void logistic_gradient(const LogisticTask<double>& task, RowRange elements, double* dx) {
  HWY_DYNAMIC_DISPATCH(LossGradientDouble)(task, elements, dx);
}

}  // namespace disgnn::ops
#endif  // HWY_ONCE

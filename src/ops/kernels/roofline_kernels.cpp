#include "ops/kernels/roofline_kernels.h"

#include <algorithm>

// Highway includes this file again for every instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/kernels/roofline_kernels.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace disgnn::ops {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

double RunMultiplyAdds(std::int64_t rounds, float& sink) {
  const hn::ScalableTag<float> d;
  // Twelve chains hide the latency of two units of five cycles and leave SSE and AVX2, which have
  // sixteen registers, room for the operands. The values converge to 1: no overflow, no denormals.
  constexpr double kChains = 12;
  const auto a = hn::Set(d, 0.5F);
  const auto b = hn::Set(d, 0.5F);
  auto s0 = hn::Iota(d, 0.0F);
  auto s1 = hn::Iota(d, 1.0F);
  auto s2 = hn::Iota(d, 2.0F);
  auto s3 = hn::Iota(d, 3.0F);
  auto s4 = hn::Iota(d, 4.0F);
  auto s5 = hn::Iota(d, 5.0F);
  auto s6 = hn::Iota(d, 6.0F);
  auto s7 = hn::Iota(d, 7.0F);
  auto s8 = hn::Iota(d, 8.0F);
  auto s9 = hn::Iota(d, 9.0F);
  auto s10 = hn::Iota(d, 10.0F);
  auto s11 = hn::Iota(d, 11.0F);
  for (std::int64_t round = 0; round < rounds; ++round) {
    s0 = hn::MulAdd(s0, a, b);
    s1 = hn::MulAdd(s1, a, b);
    s2 = hn::MulAdd(s2, a, b);
    s3 = hn::MulAdd(s3, a, b);
    s4 = hn::MulAdd(s4, a, b);
    s5 = hn::MulAdd(s5, a, b);
    s6 = hn::MulAdd(s6, a, b);
    s7 = hn::MulAdd(s7, a, b);
    s8 = hn::MulAdd(s8, a, b);
    s9 = hn::MulAdd(s9, a, b);
    s10 = hn::MulAdd(s10, a, b);
    s11 = hn::MulAdd(s11, a, b);
  }
  const auto low = hn::Add(hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)), hn::Add(s4, s5));
  const auto high = hn::Add(hn::Add(hn::Add(s6, s7), hn::Add(s8, s9)), hn::Add(s10, s11));
  sink += hn::GetLane(hn::SumOfLanes(d, hn::Add(low, high)));
  return 2 * kChains * static_cast<double>(hn::Lanes(d)) * static_cast<double>(rounds);
}

float SumGatheredRows(const GatherTask& task) {
  const hn::ScalableTag<float> d;
  constexpr std::int64_t kLine = 64 / sizeof(float);
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  auto s0 = hn::Zero(d);
  auto s1 = hn::Zero(d);
  auto s2 = hn::Zero(d);
  auto s3 = hn::Zero(d);
  float rest = 0;
  for (std::int64_t i = 0; i < task.count; ++i) {
    if (task.prefetched_rows > 0) {
      const std::int64_t ahead = std::min(i + task.prefetched_rows, task.count - 1);
      const float* const next = task.table + task.order[ahead] * task.width;
      for (std::int64_t h = 0; h < task.width; h += kLine) hwy::Prefetch(next + h);
    }
    const float* const row = task.table + task.order[i] * task.width;
    std::int64_t h = 0;
    for (; h + 4 * lanes <= task.width; h += 4 * lanes) {
      s0 = hn::Add(s0, hn::LoadU(d, row + h));
      s1 = hn::Add(s1, hn::LoadU(d, row + h + lanes));
      s2 = hn::Add(s2, hn::LoadU(d, row + h + 2 * lanes));
      s3 = hn::Add(s3, hn::LoadU(d, row + h + 3 * lanes));
    }
    for (; h + lanes <= task.width; h += lanes) s0 = hn::Add(s0, hn::LoadU(d, row + h));
    for (; h < task.width; ++h) rest += row[h];
  }
  return rest + hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(s0, s1), hn::Add(s2, s3))));
}

}  // namespace HWY_NAMESPACE
}  // namespace disgnn::ops
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace disgnn::ops {

HWY_EXPORT(RunMultiplyAdds);
HWY_EXPORT(SumGatheredRows);

double run_multiply_adds(std::int64_t rounds, float& sink) {
  return HWY_DYNAMIC_DISPATCH(RunMultiplyAdds)(rounds, sink);
}
float sum_gathered_rows(const GatherTask& task) {
  return HWY_DYNAMIC_DISPATCH(SumGatheredRows)(task);
}

}  // namespace disgnn::ops
#endif  // HWY_ONCE

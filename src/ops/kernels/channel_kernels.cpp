#include "ops/kernels/channel_kernels.h"

#include <algorithm>
#include <type_traits>
#include <vector>

// Highway includes this file again for every instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/kernels/channel_kernels.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include "ops/kernels/entry_loops-inl.h"

HWY_BEFORE_NAMESPACE();
namespace disgnn::ops {
namespace HWY_NAMESPACE {

template <typename T>
HWY_INLINE Others others_of(const ChannelEnds<T>& ends, std::int64_t row, RowRange rows) {
  return others_of(ends.side, row, rows, ends.far ? ends.hidden : 0);
}

template <ScoreKind kind, typename T>
void scores(const ScoreTask<T>& task, RowRange rows) {
  const ChannelEnds<T>& ends = task.ends;
  for (std::int64_t row = rows.first; row < rows.last; ++row) {
    const Others others = others_of(ends, row, rows);
    T* const out = task.out + ends.side.offsets[row];
    if (!task.add) std::fill_n(out, others.count, T(0));
    for_each_block<T>(ends.hidden, ScoreLoop<kind, T>{ends.own.row(ends.own_row(row)), task.w,
                                                      ends.gathered, others, out});
  }
}

template <ScoreKind kind, WeightShare share, typename T>
void score_gradients(const ScoreGradientTask<T>& task, RowRange rows) {
  const ChannelEnds<T>& ends = task.ends;
  for (std::int64_t row = rows.first; row < rows.last; ++row) {
    const Others others = others_of(ends, row, rows);
    const T* const g = task.gradient + (ends.side.offsets[row] - task.first_entry);
    const std::int64_t own = ends.own_row(row);
    T* const out = task.out.row(own);
    if constexpr (kind == ScoreKind::kDot) {
      for_each_block<T>(ends.hidden, SumLoop<T>{g, ends.gathered, others, out, task.add});
    } else {
      for_each_block<T>(
          ends.hidden, LeakyGradientLoop<share, T>{ends.own.row(own), task.w, ends.gathered, others,
                                                   g, out, task.dw, task.add});
    }
  }
}

/// Calls work(std::integral_constant of the kind).
template <typename Work>
HWY_INLINE void by_kind(ScoreKind kind, const Work& work) {
  if (kind == ScoreKind::kMlp) {
    work(std::integral_constant<ScoreKind, ScoreKind::kMlp>());
  } else {
    work(std::integral_constant<ScoreKind, ScoreKind::kDot>());
  }
}

template <typename T>
void score_gradients_of_kind(const ScoreGradientTask<T>& task, RowRange rows) {
  constexpr auto kByNode = WeightShare::kByNode;
  if (task.kind == ScoreKind::kDot) {
    score_gradients<ScoreKind::kDot, kByNode>(task, rows);
  } else if (task.share == kByNode) {
    score_gradients<ScoreKind::kMlp, kByNode>(task, rows);
  } else {
    score_gradients<ScoreKind::kMlp, WeightShare::kByEntry>(task, rows);
  }
}

/// dq[0, count) += g * w * LeakyReLU'(p + q), or g * p
template <ScoreKind kind, typename T>
HWY_INLINE void add_score_gradient(const T* p, const T* q, const T* w, T g, std::int64_t count,
                                   T* dq) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto zero = hn::Zero(d);
  const auto g_d = hn::Set(d, g);
  const auto g_small = hn::Set(d, static_cast<T>(kLeakySlope) * g);
  std::int64_t h = 0;
  for (; h + lanes <= count; h += lanes) {
    const auto p_h = hn::LoadU(d, p + h);
    auto change = p_h;
    auto slant = g_d;
    if constexpr (kind == ScoreKind::kMlp) {
      const auto t = hn::Add(p_h, hn::LoadU(d, q + h));
      slant = hn::IfThenElse(hn::Gt(t, zero), g_d, g_small);
      change = hn::LoadU(d, w + h);
    }
    hn::StoreU(hn::MulAdd(slant, change, hn::LoadU(d, dq + h)), d, dq + h);
  }
  for (; h < count; ++h) {
    if constexpr (kind == ScoreKind::kMlp) {
      dq[h] += (p[h] + q[h] > 0 ? g : static_cast<T>(kLeakySlope) * g) * w[h];
    } else {
      dq[h] += g * p[h];
    }
  }
}

template <ScoreKind kind, typename T>
void scatter(const ScoreScatterTask<T>& task, RowRange columns) {
  const PairSide& side = task.side;
  std::vector<EntryId> mine;
  for (std::int64_t row = 0; row < task.rows; ++row) {
    mine.clear();
    for (EntryId entry = side.offsets[row]; entry < side.offsets[row + 1]; ++entry) {
      const NodeId column = side.others[entry];
      if (column >= columns.first && column < columns.last) mine.push_back(entry);
    }
    for (std::size_t i = 0; i < mine.size(); ++i) {
      if (i + kAhead < mine.size()) {
        const NodeId later = side.others[mine[i + kAhead]];
        if (kind == ScoreKind::kMlp) prefetch_units(task.q.row(later), task.hidden);
        prefetch_units<T>(task.dq.row(later), task.hidden);
      }
      const NodeId column = side.others[mine[i]];
      add_score_gradient<kind>(task.p.row(row), task.q.row(column), task.w, task.gradient[mine[i]],
                               task.hidden, task.dq.row(column));
    }
  }
}

template <typename T>
void weighted_sums(const WeightedSumTask<T>& task, RowRange rows) {
  for (std::int64_t row = rows.first; row < rows.last; ++row) {
    const Others others = others_of(task.side, row, rows, task.far ? task.hidden : 0);
    const T* const a = task.a + (task.side.offsets[row] - task.first_entry);
    for_each_block<T>(task.hidden, SumLoop<T>{a, task.gathered, others, task.out.row(row), false});
  }
}

// Highway dispatches plain functions, so every kernel gets one per element type.
void ScoresFloat(const ScoreTask<float>& task, RowRange rows) {
  by_kind(task.kind, [&](auto kind) HWY_ATTR { scores<decltype(kind)::value>(task, rows); });
}
void ScoresDouble(const ScoreTask<double>& task, RowRange rows) {
  by_kind(task.kind, [&](auto kind) HWY_ATTR { scores<decltype(kind)::value>(task, rows); });
}
void ScoreGradientsFloat(const ScoreGradientTask<float>& task, RowRange rows) {
  score_gradients_of_kind(task, rows);
}
void ScoreGradientsDouble(const ScoreGradientTask<double>& task, RowRange rows) {
  score_gradients_of_kind(task, rows);
}
void ScatterFloat(const ScoreScatterTask<float>& task, RowRange columns) {
  by_kind(task.kind, [&](auto kind) HWY_ATTR { scatter<decltype(kind)::value>(task, columns); });
}
void ScatterDouble(const ScoreScatterTask<double>& task, RowRange columns) {
  by_kind(task.kind, [&](auto kind) HWY_ATTR { scatter<decltype(kind)::value>(task, columns); });
}
void WeightedSumsFloat(const WeightedSumTask<float>& task, RowRange rows) {
  weighted_sums(task, rows);
}
void WeightedSumsDouble(const WeightedSumTask<double>& task, RowRange rows) {
  weighted_sums(task, rows);
}

}  // namespace HWY_NAMESPACE
}  // namespace disgnn::ops
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace disgnn::ops {

HWY_EXPORT(ScoresFloat);
HWY_EXPORT(ScoresDouble);
HWY_EXPORT(ScoreGradientsFloat);
HWY_EXPORT(ScoreGradientsDouble);
HWY_EXPORT(ScatterFloat);
HWY_EXPORT(ScatterDouble);
HWY_EXPORT(WeightedSumsFloat);
HWY_EXPORT(WeightedSumsDouble);

void score_rows(const ScoreTask<float>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(ScoresFloat)(task, rows);
}
void score_rows(const ScoreTask<double>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(ScoresDouble)(task, rows);
}
void score_gradient_rows(const ScoreGradientTask<float>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(ScoreGradientsFloat)(task, rows);
}
void score_gradient_rows(const ScoreGradientTask<double>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(ScoreGradientsDouble)(task, rows);
}
void scatter_score_gradient(const ScoreScatterTask<float>& task, RowRange columns) {
  HWY_DYNAMIC_DISPATCH(ScatterFloat)(task, columns);
}
void scatter_score_gradient(const ScoreScatterTask<double>& task, RowRange columns) {
  HWY_DYNAMIC_DISPATCH(ScatterDouble)(task, columns);
}
void weighted_sum_rows(const WeightedSumTask<float>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(WeightedSumsFloat)(task, rows);
}
void weighted_sum_rows(const WeightedSumTask<double>& task, RowRange rows) {
  HWY_DYNAMIC_DISPATCH(WeightedSumsDouble)(task, rows);
}

}  // namespace disgnn::ops
#endif  // HWY_ONCE

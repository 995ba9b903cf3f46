#include "ops/channel_sweeps.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <numeric>

#include "ops/channel_major.h"
#include "ops/kernels/channel_kernels.h"
#include "ops/row_chunks.h"
#include "ops/term_blocks.h"

namespace disgnn::ops {
namespace {

/// One channel and some of the chunks.
struct Part {
  std::int64_t channel;
  std::int64_t first_chunk;
  std::int64_t last_chunk;
};

/// Calls body(part) for all channels and chunks, in parallel: whole channels where they can be
/// dealt out evenly.
template <typename Body>
void for_each_part(const Sweep& sweep, std::int64_t channels, const Body& body) {
  const auto chunks = static_cast<std::int64_t>(sweep.chunks.size()) - 1;
  const std::int64_t threads = at::get_num_threads();
  const std::int64_t cuts = std::min(chunks, threads / std::gcd(channels, threads));
  at::parallel_for(0, channels * cuts, 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const std::int64_t cut = i % cuts;
      body(Part{i / cuts, chunks * cut / cuts, chunks * (cut + 1) / cuts});
    }
  });
}

RowRange rows_of_chunk(const Sweep& sweep, std::int64_t chunk) {
  return {sweep.chunks[chunk], sweep.chunks[chunk + 1]};
}

/// Values of one channel's entries, in the order in which a side lists them, chunk by chunk.
template <typename T>
class OrderedValues {
 public:
  OrderedValues(const at::Tensor& values, std::int64_t channel, const PairSide& side)
      : values_(values_of_channel<T>(values, channel)), side_(side) {}

  struct Range {
    const T* data;
    EntryId first;  ///< position of data[0]
  };
  [[nodiscard]] Range of(RowRange rows) {
    if (side_.entries == nullptr) return {values_, 0};
    const EntryId first = side_.offsets[rows.first];
    const EntryId last = side_.offsets[rows.last];
    ordered_.resize(last - first);
    for (EntryId k = first; k < last; ++k) ordered_[k - first] = values_[side_.entries[k]];
    return {ordered_.data(), first};
  }

 private:
  const T* values_;
  PairSide side_;
  std::vector<T> ordered_;
};

/// Beyond the second-level cache rows are better fetched ahead.
template <typename T>
bool is_far(const at::Tensor& others) {
  constexpr std::int64_t kNear = std::int64_t{256} << 10U;
  return others.size(0) * others.size(2) * static_cast<std::int64_t>(sizeof(T)) > kNear;
}

template <typename T>
ChannelEnds<T> ends_of(const Sweep& sweep, std::int64_t channel, const OwnValues& own,
                       const at::Tensor& others) {
  return {sweep.side,
          others.size(2),
          own.rows,
          channel_table<const T>(own.table, channel),
          channel_table<const T>(others, channel),
          is_far<T>(others)};
}

/// out[entry] (+)= the scores of one channel
template <typename T>
void score_part(const Sweep& rows, ScoreKind kind, const OwnValues& own, const at::Tensor& others,
                const at::Tensor& w, const Part& part, T* out, bool add) {
  const ScoreTask<T> task{kind, ends_of<T>(rows, part.channel, own, others),
                          weight_pointer<T>(kind, w, part.channel * others.size(2)), out, add};
  score_rows(task, {rows.chunks[part.first_chunk], rows.chunks[part.last_chunk]});
}

}  // namespace

Sweep Sweep::by_row(const PairIndex& index) {
  return {ops::by_row(index), index.entries(), row_chunks(index.offsets())};
}

Sweep Sweep::by_column(const PairIndex& index) {
  return {ops::by_column(index), index.entries(), row_chunks(index.column_offsets())};
}

at::Tensor score_sweep(const Sweep& rows, ScoreKind kind, const OwnValues& own,
                       const at::Tensor& others, const at::Tensor& w) {
  const std::int64_t channels = others.size(1);
  at::Tensor scores = at::empty({channels, rows.entries}, others.options());
  AT_DISPATCH_FLOATING_TYPES(scores.scalar_type(), "score_sweep", [&] {
    for_each_part(rows, channels, [&](const Part& part) {
      auto* const out = scores.data_ptr<scalar_t>() + part.channel * rows.entries;
      score_part<scalar_t>(rows, kind, own, others, w, part, out, /*add=*/false);
    });
  });
  return scores;
}

at::Tensor score_sum_sweep(const Sweep& rows, ScoreKind kind, const OwnValues& own,
                           const at::Tensor& others, const at::Tensor& w) {
  at::Tensor sums = at::empty({1, rows.entries}, others.options());
  AT_DISPATCH_FLOATING_TYPES(sums.scalar_type(), "score_sum_sweep", [&] {
    for_each_part(rows, 1, [&](Part part) {
      for (part.channel = 0; part.channel < others.size(1); ++part.channel) {
        score_part<scalar_t>(rows, kind, own, others, w, part, sums.data_ptr<scalar_t>(),
                             /*add=*/part.channel > 0);
      }
    });
  });
  return sums;
}

void score_gradient_sweep(const Sweep& nodes, ScoreKind kind, const OwnValues& own,
                          const at::Tensor& others, const at::Tensor& w, const at::Tensor& gradient,
                          const ScoreGradient& target) {
  const std::int64_t hidden = others.size(2);
  AT_DISPATCH_FLOATING_TYPES(gradient.scalar_type(), "score_gradient_sweep", [&] {
    for_each_part(nodes, others.size(1), [&](const Part& part) {
      const std::int64_t at = part.channel * hidden;
      OrderedValues<scalar_t> values(gradient, part.channel, nodes.side);
      ScoreGradientTask<scalar_t> task{kind,
                                       ends_of<scalar_t>(nodes, part.channel, own, others),
                                       weight_pointer<scalar_t>(kind, w, at),
                                       nullptr,
                                       0,
                                       channel_table<scalar_t>(target.out, part.channel),
                                       nullptr,
                                       target.share,
                                       target.add};
      for (std::int64_t chunk = part.first_chunk; chunk < part.last_chunk; ++chunk) {
        const RowRange rows = rows_of_chunk(nodes, chunk);
        const auto range = values.of(rows);
        task.gradient = range.data;
        task.first_entry = range.first;
        if (kind == ScoreKind::kMlp) task.dw = target.dw.template of_chunk<scalar_t>(chunk) + at;
        score_gradient_rows(task, rows);
      }
    });
  });
}

void weighted_sum_sweep(const Sweep& nodes, const at::Tensor& a, const at::Tensor& others,
                        const at::Tensor& out) {
  AT_DISPATCH_FLOATING_TYPES(a.scalar_type(), "weighted_sum_sweep", [&] {
    for_each_part(nodes, others.size(1), [&](const Part& part) {
      OrderedValues<scalar_t> values(a, part.channel, nodes.side);
      WeightedSumTask<scalar_t> task{nodes.side,
                                     others.size(2),
                                     channel_table<const scalar_t>(others, part.channel),
                                     is_far<scalar_t>(others),
                                     nullptr,
                                     0,
                                     channel_table<scalar_t>(out, part.channel)};
      for (std::int64_t chunk = part.first_chunk; chunk < part.last_chunk; ++chunk) {
        const RowRange rows = rows_of_chunk(nodes, chunk);
        const auto range = values.of(rows);
        task.a = range.data;
        task.first_entry = range.first;
        weighted_sum_rows(task, rows);
      }
    });
  });
}

}  // namespace disgnn::ops

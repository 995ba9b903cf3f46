#include "ops/softmax_messages.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>

#include "ops/channel_major.h"
#include "ops/channel_sweeps.h"
#include "ops/kernels/softmax_kernels.h"
#include "ops/row_chunks.h"

namespace disgnn::ops {

SoftmaxMessages softmax_messages(const PairIndex& index, const at::Tensor& s,
                                 const at::Tensor& values, const EdgeWeighting& weighting) {
  const Sweep rows = Sweep::by_row(index);
  const std::int64_t channels = s.size(0);
  SoftmaxMessages out;
  // One table of the size of s takes another's place: with one channel both layouts are the same;
  // with more, s has been copied when the weights are written.
  out.scores =
      channels == 1 ? s.view({rows.entries, 1}) : at::empty({rows.entries, channels}, s.options());
  const at::Tensor weights = channels == 1 ? at::empty_like(s) : s;
  out.inverse = at::empty({index.nodes(), channels}, s.options());
  out.z = empty_messages(index.nodes(), {channels, values.size(2)}, s.options());
  AT_DISPATCH_FLOATING_TYPES(s.scalar_type(), "softmax_messages", [&] {
    const SoftmaxTask<scalar_t> task{rows.side.offsets,
                                     rows.entries,
                                     channels,
                                     weighting,
                                     s.data_ptr<scalar_t>(),
                                     out.scores.data_ptr<scalar_t>(),
                                     out.inverse.data_ptr<scalar_t>(),
                                     weights.data_ptr<scalar_t>()};
    for_each_chunk(rows.chunks, [&](auto, auto first, auto last) {
      softmax_rows(task, {first, last});
    });
  });
  weighted_sum_sweep(rows, weights, values, out.z);
  return out;
}

at::Tensor softmax_messages_backward(const PairIndex& index, const SoftmaxMessages& forward,
                                     const at::Tensor& values, const EdgeWeighting& weighting,
                                     const SoftmaxMessagesGradient& gradient,
                                     const at::Tensor& d_values) {
  const Sweep rows = Sweep::by_row(index);
  const at::Tensor d_scores =
      gradient.scores.defined() ? gradient.scores.contiguous() : at::Tensor();
  const at::Tensor dz =
      gradient.z.defined() ? with_adjacent_units(gradient.z) : at::zeros_like(forward.z);
  at::Tensor gradients = score_sweep(rows, ScoreKind::kDot, dz, values, {});  // dz_v . V_u
  const at::Tensor weights = at::empty_like(gradients);
  AT_DISPATCH_FLOATING_TYPES(dz.scalar_type(), "softmax_messages_backward", [&] {
    const SoftmaxGradientTask<scalar_t> task{
        rows.side.offsets,
        rows.entries,
        {dz.size(1), dz.size(2)},
        weighting,
        forward.scores.data_ptr<scalar_t>(),
        forward.inverse.data_ptr<scalar_t>(),
        channel_tables<const scalar_t>(forward.z),
        channel_tables<const scalar_t>(dz),
        d_scores.defined() ? d_scores.data_ptr<scalar_t>() : nullptr,
        gradients.data_ptr<scalar_t>(),
        weights.data_ptr<scalar_t>()};
    for_each_chunk(rows.chunks, [&](auto, auto first, auto last) {
      softmax_gradient_rows(task, {first, last});
    });
  });
  weighted_sum_sweep(Sweep::by_column(index), weights, dz, d_values);
  return gradients;
}

}  // namespace disgnn::ops

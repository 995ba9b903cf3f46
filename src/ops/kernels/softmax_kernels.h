#pragma once

#include "disgnn/ops/edge_weighting.h"
#include "ops/kernels/pair_side.h"

/// What lies between the scores of a row's entries and the weights of its sum. Per entry there are
/// two layouts: [E, C] as the rest of the program has it, and [C][E], one channel after the other,
/// as the sweeps over single channels leave and want it.
namespace disgnn::ops {

/// (Eq. 6) x = exp(sigmoid(s)) or, normalised by sum, x = sigmoid(s); inverse_v = 1 / sum
/// of x, weights = x * inverse_v * q̃ with q̃ the dropout factor. The scores, which come as [C][E],
/// are left as [E, C] too.
template <typename T>
struct SoftmaxTask {
  const EntryId* offsets;
  EntryId entries;
  std::int64_t channels;
  EdgeWeighting weighting;
  const T* of_channels;  ///< s [C][E]; with one channel it may be `scores`
  T* scores;             ///< s [E, C]
  T* inverse;            ///< [rows, C]
  T* weights;            ///< [C][E]; with more than one channel it may be `of_channels`
};
void softmax_rows(const SoftmaxTask<float>& task, RowRange rows);
void softmax_rows(const SoftmaxTask<double>& task, RowRange rows);

/// The gradient of the scores. The softmax needs sum_u A q̃ (dz_v . V_u), which is dz_v . z_v: no
/// sweep over the entries.
template <typename T>
struct SoftmaxGradientTask {
  const EntryId* offsets;
  EntryId entries;
  ChannelSizes size;
  EdgeWeighting weighting;
  const T* scores;   ///< [E, C]
  const T* inverse;  ///< [rows, C]
  ChannelTable<const T> z;
  ChannelTable<const T> dz;
  const T* score_gradient;  ///< [E, C], what others ask for, or null
  T* gradients;             ///< [C][E]; in: dz_v . V_u; out: the gradient of s
  T* weights;               ///< [C][E]; out: A q̃
};
void softmax_gradient_rows(const SoftmaxGradientTask<float>& task, RowRange rows);
void softmax_gradient_rows(const SoftmaxGradientTask<double>& task, RowRange rows);

}  // namespace disgnn::ops

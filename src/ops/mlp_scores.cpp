#include <ATen/ATen.h>
#include <ATen/Dispatch.h>

#include <vector>

#include "disgnn/core/error.h"
#include "disgnn/ops/channel_scores.h"
#include "ops/row_chunks.h"
#include "ops/saved_index.h"
#include "ops/vector_loops.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// The operands of one call, dense row-major: P, Q [N, C, H], w [C, H].
template <typename T>
struct Operands {
  const T* P;
  const T* Q;
  const T* w;
  std::int64_t channels;
  std::int64_t hidden;
  [[nodiscard]] std::int64_t width() const { return channels * hidden; }
};

template <typename T>
void forward_rows(const Operands<T>& in, const PairIndex& index, T* scores, std::int64_t first,
                  std::int64_t last) {
  for (std::int64_t v = first; v < last; ++v) {
    const T* const p_row = in.P + v * in.width();
    for (EntryId e = index.offsets()[v]; e < index.offsets()[v + 1]; ++e) {
      const T* const q_row = in.Q + index.columns()[e] * in.width();
      for (std::int64_t c = 0; c < in.channels; ++c) {
        const std::int64_t start = c * in.hidden;
        scores[e * in.channels + c] =
            leaky_dot(in.w + start, p_row + start, q_row + start, in.hidden);
      }
    }
  }
}

/// Row side: dP_v += g w slope(P_v + Q_u) and dw += g LeakyReLU(P_v + Q_u) over v's entries.
template <typename T>
void backward_rows(const Operands<T>& in, const PairIndex& index, const T* gradient, T* dP, T* dw,
                   std::int64_t first, std::int64_t last) {
  for (std::int64_t v = first; v < last; ++v) {
    for (EntryId e = index.offsets()[v]; e < index.offsets()[v + 1]; ++e) {
      const T* const q_row = in.Q + index.columns()[e] * in.width();
      for (std::int64_t c = 0; c < in.channels; ++c) {
        const T g = gradient[e * in.channels + c];
        const T* __restrict p = in.P + v * in.width() + c * in.hidden;
        const T* __restrict q = q_row + c * in.hidden;
        const T* __restrict w = in.w + c * in.hidden;
        T* __restrict dp = dP + v * in.width() + c * in.hidden;
        T* __restrict dw_c = dw + c * in.hidden;
#pragma omp simd
        for (std::int64_t h = 0; h < in.hidden; ++h) {
          const T x = p[h] + q[h];
          dp[h] += g * w[h] * leaky_derivative(x);
          dw_c[h] += g * leaky(x);
        }
      }
    }
  }
}

/// Column side: dQ_u += g w slope(P_v + Q_u) over the entries whose column is u.
template <typename T>
void backward_columns(const Operands<T>& in, const PairIndex& index, const T* gradient, T* dQ,
                      std::int64_t first, std::int64_t last) {
  for (std::int64_t u = first; u < last; ++u) {
    for (EntryId k = index.column_offsets()[u]; k < index.column_offsets()[u + 1]; ++k) {
      const EntryId e = index.column_entries()[k];
      const T* const p_row = in.P + index.column_rows()[k] * in.width();
      for (std::int64_t c = 0; c < in.channels; ++c) {
        const T g = gradient[e * in.channels + c];
        const T* __restrict p = p_row + c * in.hidden;
        const T* __restrict q = in.Q + u * in.width() + c * in.hidden;
        const T* __restrict w = in.w + c * in.hidden;
        T* __restrict dq = dQ + u * in.width() + c * in.hidden;
#pragma omp simd
        for (std::int64_t h = 0; h < in.hidden; ++h) {
          dq[h] += g * w[h] * leaky_derivative(p[h] + q[h]);
        }
      }
    }
  }
}

template <typename T>
Operands<T> operands(const at::Tensor& P, const at::Tensor& Q, const at::Tensor& w) {
  return {P.data_ptr<T>(), Q.data_ptr<T>(), w.data_ptr<T>(), w.size(0), w.size(1)};
}

class MlpScores : public torch::autograd::Function<MlpScores> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& P_in, const at::Tensor& Q_in,
                            const at::Tensor& w_in, const PairIndexPtr& index) {
    const at::Tensor P = P_in.contiguous();
    const at::Tensor Q = Q_in.contiguous();
    const at::Tensor w = w_in.contiguous();
    at::Tensor scores = at::empty({index->entries(), w.size(0)}, P.options());
    AT_DISPATCH_FLOATING_TYPES(P.scalar_type(), "mlp_scores", [&] {
      const auto in = operands<scalar_t>(P, Q, w);
      for_each_chunk(row_chunks(index->offsets()), [&](auto, auto first, auto last) {
        forward_rows(in, *index, scores.data_ptr<scalar_t>(), first, last);
      });
    });
    save_index(ctx, index);
    ctx->save_for_backward({P, Q, w});
    return scores;
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const PairIndexPtr index = saved_index(ctx);
    const auto saved = ctx->get_saved_variables();
    const at::Tensor gradient = gradients[0].contiguous();
    at::Tensor dP = at::zeros_like(saved[0]);
    at::Tensor dQ = at::zeros_like(saved[1]);
    at::Tensor dw;
    AT_DISPATCH_FLOATING_TYPES(gradient.scalar_type(), "mlp_scores_backward", [&] {
      const auto in = operands<scalar_t>(saved[0], saved[1], saved[2]);
      const auto* const g = gradient.data_ptr<scalar_t>();
      const auto rows = row_chunks(index->offsets());
      // One partial dw per chunk, added up in chunk order: the same bits at any thread count.
      at::Tensor partial_dw = at::zeros(
          {static_cast<std::int64_t>(rows.size()) - 1, in.channels, in.hidden}, saved[2].options());
      for_each_chunk(rows, [&](auto chunk, auto first, auto last) {
        backward_rows(in, *index, g, dP.data_ptr<scalar_t>(),
                      partial_dw.data_ptr<scalar_t>() + chunk * in.width(), first, last);
      });
      for_each_chunk(row_chunks(index->column_offsets()), [&](auto, auto first, auto last) {
        backward_columns(in, *index, g, dQ.data_ptr<scalar_t>(), first, last);
      });
      dw = partial_dw.sum(0);
    });
    return {dP, dQ, dw, {}};
  }
};

}  // namespace

at::Tensor mlp_scores(const at::Tensor& P, const at::Tensor& Q, const at::Tensor& w,
                      const PairIndexPtr& index) {
  DISGNN_ASSERT(P.dim() == 3 && P.size(0) == index->nodes());
  DISGNN_ASSERT(Q.dim() == 3 && Q.size(0) == index->column_nodes());
  DISGNN_ASSERT(w.dim() == 2 && P.sizes().slice(1) == w.sizes() && Q.sizes().slice(1) == w.sizes());
  return MlpScores::apply(P, Q, w, index);
}

}  // namespace disgnn::ops

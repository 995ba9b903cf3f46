#include "disgnn/ops/channel_products.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>

#include "disgnn/core/error.h"
#include "ops/channel_major.h"
#include "ops/even_pieces.h"
#include "ops/gemm.h"
#include "ops/saved.h"
#include "ops/shared_gradient_target.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

constexpr auto kPlain = MatrixSide::kPlain;
constexpr auto kTransposed = MatrixSide::kTransposed;

/// Nodes per piece: their share of all channels fits the second-level cache.
constexpr std::int64_t kNodes = 256;

/// Calls body(slot, first unit, units) for all slots of H units, in parallel; few slots are cut in
/// two, so that every thread has some.
template <typename Body>
void for_each_slot(std::int64_t slots, std::int64_t hidden, const Body& body) {
  const std::int64_t cuts = slots < 8 ? 2 : 1;
  at::parallel_for(0, slots * cuts, 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const std::int64_t first = hidden * (i % cuts) / cuts;
      const std::int64_t units = hidden * (i % cuts + 1) / cuts - first;
      if (units > 0) body(i / cuts, first, units);
    }
  });
}

/// terms[N, B, C, H] as [N, B * C, H]: one slot per block and channel.
at::Tensor slots_of(const at::Tensor& terms) {
  return terms.flatten(1, 2);
}

class ProjectChannels : public torch::autograd::Function<ProjectChannels> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x_in, const at::Tensor& w_in,
                            std::int64_t blocks, std::int64_t channels) {
    const at::Tensor x = x_in.contiguous();
    const at::Tensor w = w_in.contiguous();
    const std::int64_t nodes = x.size(0);
    const std::int64_t inner = x.size(1);
    const std::int64_t hidden = w.size(1) / (blocks * channels);
    at::Tensor terms = empty_terms(nodes, blocks, {channels, hidden}, x.options());
    const at::Tensor slots = slots_of(terms);
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "project_channels", [&] {
      for_each_slot(slots.size(1), hidden, [&](std::int64_t slot, auto first, auto units) {
        const auto out = channel_table<scalar_t>(slots, slot);
        gemm({kPlain, kPlain, nodes, units, inner, false, inner, w.size(1), out.stride},
             x.data_ptr<scalar_t>(), w.data_ptr<scalar_t>() + slot * hidden + first,
             out.data + first);
      });
    });
    ctx->save_for_backward({x, w});
    ctx->saved_data["x_needed"] = x_in.requires_grad();
    return terms;
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const auto saved = ctx->get_saved_variables();
    const at::Tensor& x = saved[0];
    const at::Tensor& w = saved[1];
    const at::Tensor slots = slots_of(with_adjacent_units(gradients[0]));
    const std::int64_t nodes = x.size(0);
    const std::int64_t inner = x.size(1);
    const std::int64_t hidden = slots.size(2);
    const at::Tensor dw = at::empty_like(w);
    at::Tensor dx;
    if (ctx->saved_data["x_needed"].toBool()) dx = at::empty_like(x);  // features need none
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "project_channels_backward", [&] {
      for_each_slot(slots.size(1), hidden, [&](std::int64_t slot, auto first, auto units) {
        const auto g = channel_table<scalar_t>(slots, slot);
        gemm({kTransposed, kPlain, inner, units, nodes, false, inner, g.stride, w.size(1)},
             x.data_ptr<scalar_t>(), g.data + first,
             dw.data_ptr<scalar_t>() + slot * hidden + first);
      });
      if (!dx.defined()) return;
      for_each_piece(even_pieces(nodes, kNodes), [&](const Piece& piece) {
        for (std::int64_t slot = 0; slot < slots.size(1); ++slot) {
          const auto g = channel_table<scalar_t>(slots, slot);
          gemm({kPlain, kTransposed, piece.count, inner, hidden, slot > 0, g.stride, w.size(1),
                inner},
               g.row(piece.first), w.data_ptr<scalar_t>() + slot * hidden,
               dx.data_ptr<scalar_t>() + piece.first * inner);
        }
      });
    });
    return {dx, dw, {}, {}};
  }
};

class MergeChannels : public torch::autograd::Function<MergeChannels> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& z_in, const at::Tensor& w_in,
                            const SharedGradientPtr& shared) {
    const at::Tensor z = with_adjacent_units(z_in);
    const at::Tensor w = w_in.contiguous();
    const std::int64_t hidden = z.size(2);
    const std::int64_t columns = w.size(1);
    at::Tensor out = at::empty({z.size(0), columns}, z.options());
    AT_DISPATCH_FLOATING_TYPES(z.scalar_type(), "merge_channels", [&] {
      for_each_piece(even_pieces(z.size(0), kNodes), [&](const Piece& piece) {
        for (std::int64_t c = 0; c < z.size(1); ++c) {
          const auto table = channel_table<scalar_t>(z, c);
          gemm(
              {kPlain, kPlain, piece.count, columns, hidden, c > 0, table.stride, columns, columns},
              table.row(piece.first), w.data_ptr<scalar_t>() + c * hidden * columns,
              out.data_ptr<scalar_t>() + piece.first * columns);
        }
      });
    });
    save(ctx, "gradient", shared);
    ctx->save_for_backward({z, w});
    return out;
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const auto saved = ctx->get_saved_variables();
    const at::Tensor& z = saved[0];
    const at::Tensor& w = saved[1];
    const at::Tensor g = gradients[0].contiguous();
    const std::int64_t nodes = z.size(0);
    const std::int64_t hidden = z.size(2);
    const std::int64_t columns = w.size(1);
    const SharedGradientTarget target(ctx, z);
    const at::Tensor dw = at::empty_like(w);
    AT_DISPATCH_FLOATING_TYPES(z.scalar_type(), "merge_channels_backward", [&] {
      for_each_piece(even_pieces(nodes, kNodes), [&](const Piece& piece) {
        for (std::int64_t c = 0; c < z.size(1); ++c) {
          const auto dz = channel_table<scalar_t>(target.table(), c);
          gemm({kPlain, kTransposed, piece.count, hidden, columns, target.add(), columns, columns,
                dz.stride},
               g.data_ptr<scalar_t>() + piece.first * columns,
               w.data_ptr<scalar_t>() + c * hidden * columns, dz.row(piece.first));
        }
      });
      for_each_slot(z.size(1), hidden, [&](std::int64_t c, auto first, auto units) {
        const auto table = channel_table<scalar_t>(z, c);
        gemm({kTransposed, kPlain, units, columns, nodes, false, table.stride, columns, columns},
             table.data + first, g.data_ptr<scalar_t>(),
             dw.data_ptr<scalar_t>() + (c * hidden + first) * columns);
      });
    });
    return {target.for_autograd(), dw, {}};
  }
};

}  // namespace

at::Tensor project_channels(const at::Tensor& x, const at::Tensor& w, std::int64_t blocks,
                            std::int64_t channels) {
  DISGNN_ASSERT(x.dim() == 2 && w.dim() == 2 && x.size(1) == w.size(0));
  DISGNN_ASSERT(blocks > 0 && channels > 0 && w.size(1) > 0 &&
                w.size(1) % (blocks * channels) == 0);
  return ProjectChannels::apply(x, w, blocks, channels);
}

at::Tensor merge_channels(const at::Tensor& z, const at::Tensor& w,
                          const SharedGradientPtr& gradient) {
  DISGNN_ASSERT(z.dim() == 3 && w.dim() == 2 && z.size(1) * z.size(2) == w.size(0));
  return MergeChannels::apply(z, w, gradient);
}

}  // namespace disgnn::ops

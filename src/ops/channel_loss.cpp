#include "disgnn/ops/channel_loss.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <vector>

#include "disgnn/core/error.h"
#include "ops/channel_major.h"
#include "ops/even_pieces.h"
#include "ops/gemm.h"
#include "ops/kernels/channel_loss_kernels.h"
#include "ops/saved.h"
#include "ops/shared_gradient_target.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// Nodes worked off at a time, at most: the hidden units of one channel fit into the second-level
/// cache.
constexpr std::int64_t kMostNodes = 512;
/// Parts of the nodes that add up the weights' gradients on their own; at most, and whatever the
/// number of threads, so that sums do not depend on it.
constexpr std::int64_t kMostParts = 32;

template <typename T>
struct ChannelLossTask {
  std::int64_t nodes;
  std::int64_t own;  ///< channels that z holds
  std::int64_t hidden;
  std::int64_t channels;  ///< C, of the whole layer
  std::int64_t first_channel;
  ChannelTable<const T> z;
  const T* node;
  const T* w1;
  const T* b1;
  const T* w2;
  const T* b2;
  // Gradients; without data only the loss is wanted.
  ChannelTable<T> dz;
  T* d_node;
};

/// Gradients of the weights and the loss of one part.
template <typename T>
struct PartSums {
  PartSums(std::int64_t hidden, std::int64_t channels)
      : dw1(hidden * hidden), db1(hidden), dw2(hidden * channels), db2(channels) {}
  std::vector<T> dw1;
  std::vector<T> db1;
  std::vector<T> dw2;
  std::vector<T> db2;
  double loss = 0;
};

/// Messages of one channel to `count` nodes.
template <typename T>
void process_channel(const ChannelLossTask<T>& task, std::int64_t channel, std::int64_t first,
                     std::int64_t count, std::vector<T>& scratch, PartSums<T>& sums) {
  const std::int64_t hidden = task.hidden;
  const std::int64_t channels = task.channels;
  const MessageBlock block{count, hidden};
  scratch.resize(count * (2 * hidden + channels));
  T* const y = scratch.data();
  T* const dy = y + count * hidden;
  T* const logits = dy + count * hidden;
  const NodeTable<const T> messages = task.z.channel(channel);
  const T* const z = messages.row(first);
  constexpr auto kPlain = MatrixSide::kPlain;
  constexpr auto kTransposed = MatrixSide::kTransposed;
  gemm({kPlain, kPlain, count, hidden, hidden, false, messages.stride}, z, task.w1, y);
  add_and_activate(block, task.node + first * hidden, task.b1, y);
  for (std::int64_t row = 0; row < count; ++row) {
    std::copy_n(task.b2, channels, logits + row * channels);
  }
  gemm({kPlain, kPlain, count, channels, hidden, true}, y, task.w2, logits);
  const double share = 1 / static_cast<double>(task.nodes * task.own);
  sums.loss += cross_entropy_gradient({count, channels, task.first_channel + channel, share},
                                      logits, sums.db2.data());
  if (task.dz.data == nullptr) return;
  gemm({kTransposed, kPlain, hidden, channels, count, true}, y, logits, sums.dw2.data());
  gemm({kPlain, kTransposed, count, hidden, channels, false}, logits, task.w2, dy);
  activation_gradient(block, y, dy, task.d_node + first * hidden, sums.db1.data());
  gemm({kTransposed, kPlain, hidden, hidden, count, true, messages.stride}, z, dy, sums.dw1.data());
  const NodeTable<T> dz = task.dz.channel(channel);
  gemm({kPlain, kTransposed, count, hidden, hidden, false, 0, 0, dz.stride}, dy, task.w1,
       dz.row(first));
}

template <typename T>
std::vector<PartSums<T>> process(const ChannelLossTask<T>& task) {
  const EvenPieces blocks = even_pieces(task.nodes, kMostNodes);
  const std::int64_t parts = std::min(blocks.count, kMostParts);
  std::vector<PartSums<T>> sums(parts, PartSums<T>(task.hidden, task.channels));
  at::parallel_for(0, parts, 1, [&](std::int64_t begin, std::int64_t end) {
    std::vector<T> scratch;
    for (std::int64_t part = begin; part < end; ++part) {
      const std::int64_t last = blocks.count * (part + 1) / parts;
      for (std::int64_t b = blocks.count * part / parts; b < last; ++b) {
        const Piece nodes = piece_of(blocks, b);
        for (std::int64_t c = 0; c < task.own; ++c) {
          process_channel(task, c, nodes.first, nodes.count, scratch, sums[part]);
        }
      }
    }
  });
  return sums;
}

/// The parts' gradients of one weight, added up in order.
template <typename T>
at::Tensor total(const std::vector<PartSums<T>>& parts, std::vector<T> PartSums<T>::*member,
                 const at::Tensor& like) {
  at::Tensor sum = at::zeros_like(like);
  T* const data = sum.data_ptr<T>();
  for (const PartSums<T>& part : parts) {
    const std::vector<T>& values = part.*member;
    for (std::size_t i = 0; i < values.size(); ++i) data[i] += values[i];
  }
  return sum;
}

class ChannelLoss : public torch::autograd::Function<ChannelLoss> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& z_in, const at::Tensor& node_in,
                            const at::Tensor& w1_in, const at::Tensor& b1_in,
                            const at::Tensor& w2_in, const at::Tensor& b2_in,
                            std::int64_t first_channel, bool differentiable,
                            const SharedGradientPtr& shared) {
    const at::Tensor z = with_adjacent_units(z_in);
    const at::Tensor node = node_in.contiguous();
    const at::Tensor w1 = w1_in.contiguous();
    const at::Tensor b1 = b1_in.contiguous();
    const at::Tensor w2 = w2_in.contiguous();
    const at::Tensor b2 = b2_in.contiguous();
    const at::Tensor dz = differentiable ? at::empty_like(z) : at::Tensor();
    const at::Tensor d_node = differentiable ? at::zeros_like(node) : at::Tensor();
    double loss = 0;
    AT_DISPATCH_FLOATING_TYPES(z.scalar_type(), "channel_loss", [&] {
      const ChannelLossTask<scalar_t> task{
          z.size(0),
          z.size(1),
          z.size(2),
          w2.size(1),
          first_channel,
          channel_tables<const scalar_t>(z),
          node.data_ptr<scalar_t>(),
          w1.data_ptr<scalar_t>(),
          b1.data_ptr<scalar_t>(),
          w2.data_ptr<scalar_t>(),
          b2.data_ptr<scalar_t>(),
          differentiable ? channel_tables<scalar_t>(dz) : ChannelTable<scalar_t>{},
          differentiable ? d_node.data_ptr<scalar_t>() : nullptr};
      const auto parts = process(task);
      for (const auto& part : parts) loss += part.loss;
      if (!differentiable) return;
      using Sums = PartSums<scalar_t>;
      save(ctx, "computed",
           tensor_list{dz, d_node, total(parts, &Sums::dw1, w1), total(parts, &Sums::db1, b1),
                       total(parts, &Sums::dw2, w2), total(parts, &Sums::db2, b2)});
    });
    save(ctx, "gradient", shared);
    return at::full({}, loss / static_cast<double>(z.size(0) * z.size(1)), z.options());
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const auto outer = gradients[0].item<double>();
    auto scaled = take<tensor_list>(ctx, "computed");
    if (outer != 1) {
      for (at::Tensor& gradient : scaled) gradient.mul_(outer);
    }
    scaled[0] = shared_with_others(take<SharedGradientPtr>(ctx, "gradient"), scaled[0]);
    scaled.resize(9);
    return scaled;
  }
};

}  // namespace

at::Tensor channel_loss(const at::Tensor& z, const at::Tensor& node, const ChannelClassifier& net,
                        std::int64_t first_channel, const SharedGradientPtr& gradient) {
  DISGNN_ASSERT(z.dim() == 3 && z.size(0) > 0 && z.size(1) > 0);
  const std::int64_t hidden = z.size(2);
  const std::int64_t channels = net.w2.size(1);
  DISGNN_ASSERT((node.sizes() == at::IntArrayRef{z.size(0), hidden}));
  DISGNN_ASSERT((net.w1.sizes() == at::IntArrayRef{hidden, hidden}) && net.b1.numel() == hidden);
  DISGNN_ASSERT(net.w2.size(0) == hidden && net.b2.numel() == channels);
  DISGNN_ASSERT(first_channel >= 0 && first_channel + z.size(1) <= channels);
  return ChannelLoss::apply(z, node, net.w1, net.b1, net.w2, net.b2, first_channel,
                            at::GradMode::is_enabled(), gradient);
}

}  // namespace disgnn::ops

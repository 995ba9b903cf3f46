#include "disgnn/ops/sparse_product.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>

#include <algorithm>

#include "disgnn/core/error.h"
#include "ops/channel_major.h"
#include "ops/kernels/sparse_kernels.h"
#include "ops/saved.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// How units are cut into blocks, and whether the gathered rows of a block are packed first: rows a
/// power of two apart would fight for the same places in the cache.
struct Blocks {
  std::int64_t units;
  bool packed;
};

/// The packed block of all gathered rows should fit the second-level cache, and there should be a
/// block for every thread. Each unit is a sum of its own, so that cutting them otherwise changes no
/// bits.
Blocks choose_blocks(std::int64_t gathered_rows, std::int64_t all_units) {
  constexpr std::int64_t kCacheValues = 100 * 1024;
  constexpr std::int64_t kLeastUnits = 16;
  constexpr std::int64_t kUsefulValues = 1024 * 1024;  // beyond, packing helps no more
  Blocks blocks{gathered_rows * 64 <= kCacheValues ? 64 : 32, true};
  while (blocks.units > kLeastUnits && all_units < blocks.units * at::get_num_threads()) {
    blocks.units /= 2;
  }
  blocks.packed = gathered_rows * blocks.units <= kUsefulValues;
  return blocks;
}

/// Runs all tasks, which have the same units, spread over the threads.
template <typename T>
void run_blocks(const std::vector<SparseProductTask<T>>& tasks, std::int64_t gathered_rows) {
  const auto count = static_cast<std::int64_t>(tasks.size());
  const auto [block, packed] = choose_blocks(gathered_rows, tasks[0].units * count);
  const std::int64_t blocks = (tasks[0].units + block - 1) / block;
  at::parallel_for(0, blocks * count, 1,
                   [&, block = block, packed = packed](std::int64_t begin, std::int64_t end) {
                     std::vector<T> rows(packed ? gathered_rows * block : 0);
                     for (std::int64_t i = begin; i < end; ++i) {
                       SparseProductTask<T> task = tasks[i / blocks];
                       const std::int64_t first = i % blocks * block;
                       task.units = std::min(block, task.units - first);
                       task.x.data += first;
                       task.out.data += first;
                       if (packed) {
                         for (std::int64_t row = 0; row < gathered_rows; ++row) {
                           std::copy_n(task.x.row(row), task.units, rows.data() + row * block);
                         }
                         task.x = {rows.data(), block};
                       }
                       sparse_product_rows(task);
                     }
                   });
}

/// A layer has at most P, Q, V and a term of the node itself.
constexpr std::size_t kMostWeights = 4;

/// Calls body(b, c, block b as [N, C, H]) for all blocks and channels of terms[N, B, C, H].
template <typename Body>
void for_each_channel(const at::Tensor& terms, const Body& body) {
  for (std::int64_t b = 0; b < terms.size(1); ++b) {
    const at::Tensor block = terms.select(1, b);
    for (std::int64_t c = 0; c < terms.size(2); ++c) body(b, c, block);
  }
}

class SparseProduct : public torch::autograd::Function<SparseProduct> {
 public:
  /// Autograd sees tensors one by one only, not in lists; those beyond `count` are empty.
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& first, const at::Tensor& second,
                            const at::Tensor& third, const at::Tensor& fourth,
                            const at::Tensor& values_in, const PairIndexPtr& pattern,
                            std::int64_t count, std::int64_t channels) {
    const at::Tensor values = values_in.contiguous();
    const std::int64_t hidden = first.size(1) / channels;
    tensor_list weights = {first, second, third, fourth};
    weights.resize(count);
    for (at::Tensor& weight : weights) weight = weight.contiguous();
    at::Tensor out = empty_terms(pattern->nodes(), count, {channels, hidden}, values.options());
    AT_DISPATCH_FLOATING_TYPES(out.scalar_type(), "sparse_product", [&] {
      std::vector<SparseProductTask<scalar_t>> tasks;
      for_each_channel(out, [&](std::int64_t b, std::int64_t c, const at::Tensor& block) {
        tasks.push_back({by_row(*pattern),
                         pattern->nodes(),
                         hidden,
                         values.data_ptr<scalar_t>(),
                         {weights[b].data_ptr<scalar_t>() + c * hidden, channels * hidden},
                         channel_table<scalar_t>(block, c)});
      });
      run_blocks(tasks, pattern->column_nodes());
    });
    save(ctx, "index", pattern);
    ctx->save_for_backward({values});
    return out;
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const PairIndexPtr pattern = take<PairIndexPtr>(ctx, "index");
    const at::Tensor values = ctx->get_saved_variables()[0];
    const at::Tensor gradient = with_adjacent_units(gradients[0]);
    const std::int64_t width = gradient.size(2) * gradient.size(3);
    const std::int64_t hidden = gradient.size(3);
    const auto entries = pattern->column_entries();
    const at::Tensor by_columns = at::empty_like(values);
    tensor_list results;
    for (std::int64_t b = 0; b < gradient.size(1); ++b) {
      results.push_back(at::empty({pattern->column_nodes(), width}, gradient.options()));
    }
    AT_DISPATCH_FLOATING_TYPES(gradient.scalar_type(), "sparse_product_backward", [&] {
      const auto* const by_rows = values.data_ptr<scalar_t>();
      auto* const gathered = by_columns.data_ptr<scalar_t>();
      for (std::size_t k = 0; k < entries.size(); ++k) gathered[k] = by_rows[entries[k]];
      std::vector<SparseProductTask<scalar_t>> tasks;
      for_each_channel(gradient, [&](std::int64_t b, std::int64_t c, const at::Tensor& block) {
        tasks.push_back({by_column(*pattern),
                         pattern->column_nodes(),
                         hidden,
                         gathered,
                         channel_table<const scalar_t>(block, c),
                         {results[b].data_ptr<scalar_t>() + c * hidden, width}});
      });
      run_blocks(tasks, pattern->nodes());
    });
    results.resize(kMostWeights + 4);  // none for values, pattern, count and channels
    return results;
  }
};

}  // namespace

at::Tensor sparse_product(const at::Tensor& values, const std::vector<at::Tensor>& weights,
                          const PairIndexPtr& pattern, std::int64_t channels) {
  DISGNN_ASSERT(values.dim() == 1 && values.size(0) == pattern->entries() && !weights.empty());
  DISGNN_ASSERT(channels > 0);
  for (const at::Tensor& weight : weights) {
    DISGNN_ASSERT(weight.dim() == 2 && weight.size(0) == pattern->column_nodes());
    DISGNN_ASSERT(weight.sizes() == weights[0].sizes() && weight.size(1) % channels == 0);
  }
  tensor_list all = weights;
  DISGNN_ASSERT(all.size() <= kMostWeights);
  all.resize(kMostWeights, at::empty({0}, values.options()));
  return SparseProduct::apply(all[0], all[1], all[2], all[3], values, pattern,
                              static_cast<std::int64_t>(weights.size()), channels);
}

}  // namespace disgnn::ops

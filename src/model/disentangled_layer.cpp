#include "disgnn/model/disentangled_layer.h"

#include <ATen/ATen.h>

#include "disgnn/core/error.h"
#include "disgnn/ops/channel_products.h"
#include "disgnn/ops/dropout.h"
#include "disgnn/ops/edge_weights.h"
#include "disgnn/ops/leaky_slope.h"
#include "disgnn/ops/recomputed.h"
#include "disgnn/ops/reference.h"
#include "disgnn/ops/weighted_sum.h"
#include "ops/pair_index_tensors.h"

namespace disgnn::nn {

DisentangledLayer::DisentangledLayer(const LayerConfig& config, const ParameterInit& init)
    : config_(config),
      // Evidence of the pairs speaks first: noise beside it would hide what it knows. (The scorer
      // dot cannot start at zero.)
      scorer_(register_module("scorer",
                              make_scorer(config.scorer, config.sizes, init.scope("scorer"),
                                          config.edge_prior ? Start::kZero : Start::kRandom))),
      aggregator_(register_module(
          "aggregator", make_aggregator(config.aggregator, config.sizes,
                                        edge_norm_of(config.edge_norm), init.scope("aggregator")))),
      fuse_(register_module("fuse",
                            std::make_shared<Affine>(config.sizes.channels * config.sizes.hidden,
                                                     config.sizes.hidden, init.scope("fuse")))) {
  if (config.self_term) {
    self_weight_ = register_parameter(
        "self_weight", init.xavier("self_weight", {config.sizes.input, config.sizes.hidden},
                                   config.sizes.input, config.sizes.hidden));
  }
  if (config.edge_prior) {
    // The halves start with opposite scores of weight 1 each, a lone channel without any.
    const std::int64_t homo = homo_channels(channels());
    std::vector<float> start;
    for (std::int64_t i = 0; i < channels(); ++i) {
      const std::int64_t half = i < homo ? homo : homo - channels();
      start.push_back(homo == 0 ? 0 : 1 / static_cast<float>(half));
    }
    prior_weight_ = register_parameter("prior_weight", init.values(start));
  }
}

LayerOutput DisentangledLayer::forward(const NodeInput& h, const ops::PairIndexPtr& index,
                                       const ForwardMode& mode,
                                       const PairEvidence& evidence) const {
  DISGNN_ASSERT(evidence.defined() == config_.edge_prior);
  LayerOutput out{.input = h, .index = index, .dropout = dropout(mode), .evidence = evidence};
  out.homo_columns = homo_channels(channels());
  if (is_lean()) {
    forward_lean(out, mode);
    return out;
  }
  out.terms = std::make_shared<const NodeTerms>(terms_of(h, nullptr, all_channels()));
  const ops::ChannelAttention attention =
      attend(*out.terms, index, out.dropout, evidence.of_entries);
  out.scores = attention.scores;
  out.messages = attention.messages;
  out.messages_gradient = std::make_shared<ops::SharedGradient>();
  out.hidden = fused_hidden(out.messages, out.messages_gradient, h, nullptr);
  return out;
}

bool DisentangledLayer::is_row_wise() const {
  // Symmetric weights need the degrees of all nodes, evidence is that of all edges.
  return aggregator_->is_row_wise() && !config_.edge_prior;
}

at::Tensor DisentangledLayer::hidden_of(const RowSubsetPtr& rows, const NodeInput& h,
                                        const ForwardMode& mode) const {
  DISGNN_ASSERT(is_row_wise());
  ops::EdgeDropout drop = dropout(mode);
  drop.first_entries = {rows, &rows->first_entries};
  if (is_lean()) return lean_hidden(h, rows, rows->index, drop, {}, {});
  return fused_hidden(attend(terms_of(h, rows, all_channels()), rows->index, drop, {}).messages,
                      nullptr, h, rows);
}

void DisentangledLayer::forward_lean(LayerOutput& out, const ForwardMode& mode) const {
  if (!mode.wants_layers()) {
    out.hidden =
        lean_hidden(out.input, nullptr, out.index, out.dropout, out.evidence.of_entries, {});
    return;
  }
  const std::int64_t homo = homo_channels(channels());
  if (!mode.training) {  // to be looked at edge by edge
    out.hidden = lean_hidden(
        out.input, nullptr, out.index, out.dropout, out.evidence.of_entries,
        [&](std::int64_t channel, const at::Tensor& of_channel) {
          if (channel == 0) {
            out.scores = at::empty({of_channel.size(0), channels()}, of_channel.options());
          }
          out.scores.select(1, channel).copy_(of_channel);
        });
    return;
  }
  std::vector<at::Tensor> halves;
  out.hidden = lean_hidden(out.input, nullptr, out.index, out.dropout, out.evidence.of_entries,
                           [&](std::int64_t channel, const at::Tensor& of_channel) {
                             if (channel == 0 || channel == homo) {
                               halves.push_back(of_channel);
                             } else {
                               halves.back().add_(of_channel);
                             }
                           });
  out.scores = at::stack(halves, 1);
  out.homo_columns = homo == 0 ? 0 : 1;
}

at::Tensor DisentangledLayer::lean_hidden(
    const NodeInput& h, const RowSubsetPtr& rows, const ops::PairIndexPtr& index,
    const ops::EdgeDropout& dropout, const at::Tensor& evidence,
    const std::function<void(std::int64_t, const at::Tensor&)>& scores) const {
  at::Tensor sum;
  const bool wanted = static_cast<bool>(scores);
  for (std::int64_t channel = 0; channel < channels(); ++channel) {
    const auto work = [=, this](const at::Tensor& x) -> std::vector<at::Tensor> {
      const NodeTerms terms = terms_of(h.with_dense(x), rows, {channel, 1});
      const auto [s, z] = attend(terms, index, dropout, evidence);
      const at::Tensor share = fuse_->share(z.squeeze(1), channel * config_.sizes.hidden);
      return wanted ? std::vector<at::Tensor>{share, s.squeeze(1)} : std::vector<at::Tensor>{share};
    };
    const auto parts = ops::recomputed(h.dense(), work);
    if (wanted) scores(channel, parts[1]);
    sum = channel == 0 ? parts[0] : sum.add_(parts[0]);
  }
  return activated(sum, h, rows);
}

at::Tensor DisentangledLayer::activated(const at::Tensor& fused, const NodeInput& h,
                                        const RowSubsetPtr& rows) const {
  if (self_weight_.defined()) {
    if (rows == nullptr) {
      fused.add_(h.matmul(self_weight_));
    } else if (h.is_sparse()) {
      fused.add_(h.matmul(self_weight_).index_select(0, ops::index_tensor(rows->positions)));
    } else {
      fused.add_(h.select(rows->positions).matmul(self_weight_));
    }
  }
  return at::leaky_relu_(fused.add_(fuse_->bias()), ops::kLeakySlope);
}

ops::EdgeDropout DisentangledLayer::dropout(const ForwardMode& mode) const {
  return {.p = mode.training ? config_.edge_dropout : 0,
          .stream = mode.stream(RandomPurpose::kEdgeDropout, config_.position),
          .first_entries = nullptr,
          .first_channel = 0,
          .channels = channels()};
}

NodeTerms DisentangledLayer::terms_of(const NodeInput& h, const RowSubsetPtr& rows,
                                      ChannelRange channels) const {
  const std::vector<at::Tensor> of_scorer = scorer_->projections(channels);
  const std::vector<at::Tensor> of_aggregator = aggregator_->projections(channels);
  NodeTerms terms;
  terms.channels = channels;
  terms.rows = rows;
  scorer_->add_terms(h, terms);
  if (rows != nullptr && terms.row.defined()) {
    terms.row = terms.row.index_select(0, ops::index_tensor(rows->positions));
  }
  std::vector<at::Tensor> of_rows;
  std::vector<at::Tensor> of_columns;
  if (rows == nullptr || h.is_sparse()) {  // rows of a sparse input are not worth a copy
    of_columns = of_scorer;
    of_columns.insert(of_columns.end(), of_aggregator.begin(), of_aggregator.end());
  } else {
    if (!of_scorer.empty()) {
      of_rows.push_back(of_scorer.front());
      of_columns.push_back(of_scorer.back());
    }
    of_columns.push_back(of_aggregator.front());
    of_rows.insert(of_rows.end(), of_aggregator.begin() + 1, of_aggregator.end());
  }
  terms.blocks = h.project(of_columns, channels.count);
  if (!of_rows.empty()) {
    terms.row_blocks = h.select(rows->positions).project(of_rows, channels.count);
  }
  // Only where nothing but the fused attention and pair scores read the blocks.
  const auto fused = scorer_->fused(channels);
  if (rows == nullptr && fused && aggregator_->is_row_wise() &&
      terms.blocks.size(1) == ops::score_terms(fused->kind) + 1) {
    terms.gradient = std::make_shared<ops::SharedGradient>();
  }
  return terms;
}

/// Eq. 6 and 7: scores, weights and messages, in one operation where scorer and aggregator allow
/// it.
ops::ChannelAttention DisentangledLayer::attend(const NodeTerms& terms,
                                                const ops::PairIndexPtr& index,
                                                ops::EdgeDropout dropout,
                                                const at::Tensor& evidence) const {
  dropout.first_channel = terms.channels.first;
  const ops::EdgeWeighting weighting(dropout, aggregator_->norm());
  const bool fast = config_.sizes.kernels == ops::Kernels::kFast;
  const auto fused = scorer_->fused(terms.channels);
  const at::Tensor added = evidence.defined() ? prior(evidence, terms.channels) : at::Tensor();
  ops::ChannelAttention result;
  if (fused && aggregator_->is_row_wise()) {
    const ops::AttentionTerms both =
        terms.row_blocks.defined() ? ops::AttentionTerms(terms.row_blocks, terms.blocks)
        : terms.rows != nullptr
            ? ops::AttentionTerms(terms.blocks, {terms.rows, &terms.rows->positions})
            : ops::AttentionTerms(terms.blocks);
    result = fast ? ops::channel_attention(fused->kind, both, fused->weight, index, weighting,
                                           terms.gradient, added)
                  : ops::reference::channel_attention(fused->kind, both, fused->weight, index,
                                                      weighting, added);
  } else if (terms.row.defined() && aggregator_->is_row_wise() && !added.defined()) {
    const at::Tensor values = terms.blocks.select(1, 0);
    result =
        fast ? ops::linear_attention(terms.row, terms.column, values, index, weighting)
             : ops::reference::linear_attention(terms.row, terms.column, values, index, weighting);
  } else {
    result.scores = scorer_->score(terms, index);
    if (added.defined()) result.scores = result.scores + added;
    const at::Tensor weights =
        ops::dropout(ops::edge_weights(aggregator_->norm(), result.scores, index), index, dropout);
    const auto value_block = static_cast<std::int64_t>(scorer_->projections(terms.channels).size());
    const at::Tensor values = terms.blocks.select(1, value_block);
    result.messages = fast ? ops::weighted_sum(weights, values, index)
                           : ops::reference::weighted_sum(weights, values, index);
  }
  result.messages = aggregator_->finish(result.messages, terms);
  return result;
}

/// Eq. 8: W_agg [z^0 ; … ; z^m], then bias and LeakyReLU.
at::Tensor DisentangledLayer::fused_hidden(const at::Tensor& messages,
                                           const ops::SharedGradientPtr& gradient,
                                           const NodeInput& h, const RowSubsetPtr& rows) const {
  const at::Tensor sum = config_.sizes.kernels == ops::Kernels::kFast
                             ? ops::merge_channels(messages, fuse_->weight(), gradient)
                             : at::matmul(messages.flatten(1), fuse_->weight());
  return activated(sum, h, rows);
}

at::Tensor DisentangledLayer::prior(const at::Tensor& evidence, ChannelRange channels) const {
  return evidence.unsqueeze(1) * channels.of(prior_weight_, 0);
}

at::Tensor DisentangledLayer::pair_logits(const LayerOutput& output,
                                          const ops::PairIndexPtr& pairs) const {
  at::Tensor scored = scored_logits(output, pairs);
  if (!config_.edge_prior) return scored;
  return scored + output.evidence.of_pairs(pairs) * prior_weight_.sum();
}

at::Tensor DisentangledLayer::scored_logits(const LayerOutput& output,
                                            const ops::PairIndexPtr& pairs) const {
  if (!is_lean()) return scorer_->logits(*output.terms, pairs);
  at::Tensor sum;
  for (std::int64_t channel = 0; channel < channels(); ++channel) {
    const auto parts = ops::recomputed(
        output.input.dense(),
        [=, this, input = output.input](const at::Tensor& x) -> std::vector<at::Tensor> {
          return {scorer_->logits(scorer_->terms_of(input.with_dense(x), {channel, 1}), pairs)};
        });
    sum = channel == 0 ? parts[0] : sum.add_(parts[0]);
  }
  return sum;
}

at::Tensor DisentangledLayer::pair_scores(const LayerOutput& output,
                                          const ops::PairIndexPtr& pairs) const {
  DISGNN_ASSERT(!is_lean());
  at::Tensor scores = scorer_->score(*output.terms, pairs);
  if (!config_.edge_prior) return scores;
  return scores + prior(output.evidence.of_pairs(pairs), all_channels());
}

at::Tensor DisentangledLayer::messages(const LayerOutput& output, const NodeInput& h,
                                       ChannelRange channels) const {
  if (output.messages.defined()) return output.messages.narrow(1, channels.first, channels.count);
  return attend(terms_of(h, nullptr, channels), output.index, output.dropout,
                output.evidence.of_entries)
      .messages;
}

at::Tensor DisentangledLayer::hidden_given(const LayerOutput& output,
                                           const at::Tensor& weights) const {
  NodeTerms terms;
  terms.channels = all_channels();
  terms.blocks = output.input.project(aggregator_->projections(terms.channels), channels());
  const at::Tensor sums = ops::weighted_sum(weights, terms.blocks.select(1, 0), output.index);
  return activated(at::matmul(aggregator_->finish(sums, terms).flatten(1), fuse_->weight()),
                   output.input, nullptr);
}

at::Tensor DisentangledLayer::edge_weights(const LayerOutput& output,
                                           const ops::PairIndexPtr& index) const {
  return ops::edge_weights(aggregator_->norm(), output.scores, index);
}

}  // namespace disgnn::nn

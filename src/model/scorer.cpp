#include "disgnn/model/scorer.h"

#include <ATen/ATen.h>

#include "disgnn/core/registry.h"
#include "model/scorers/scorers.h"

namespace disgnn::nn {
namespace {

const Registry<decltype(&make_mlp_scorer)>& scorer_registry() {
  static const Registry<decltype(&make_mlp_scorer)> known(
      "scorer",
      {{"mlp", make_mlp_scorer}, {"linear", make_linear_scorer}, {"dot", make_dot_scorer}});
  return known;
}

}  // namespace

NodeTerms ChannelScorer::terms_of(const NodeInput& h, ChannelRange channels) const {
  const std::vector<at::Tensor> weights = projections(channels);
  NodeTerms terms;
  terms.channels = channels;
  add_terms(h, terms);
  if (!weights.empty()) terms.blocks = h.project(weights, channels.count);
  return terms;
}

at::Tensor ChannelScorer::logits(const NodeTerms& terms, const ops::PairIndexPtr& index) const {
  return score(terms, index).sum(1);
}

std::shared_ptr<ChannelScorer> make_scorer(const std::string& name, const LayerSizes& sizes,
                                           const ParameterInit& init, Start start) {
  return scorer_registry().at(name)(sizes, init, start);
}

std::vector<std::string> scorer_names() {
  return scorer_registry().names();
}

}  // namespace disgnn::nn

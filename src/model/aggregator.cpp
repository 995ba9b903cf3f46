#include "disgnn/model/aggregator.h"

#include "disgnn/core/registry.h"
#include "model/aggregators/aggregators.h"

namespace disgnn::nn {
namespace {

const Registry<decltype(&make_gcn_aggregator)>& aggregator_registry() {
  static const Registry<decltype(&make_gcn_aggregator)> known(
      "aggregator", {{"attention", make_attention_aggregator},
                     {"gcn", make_gcn_aggregator},
                     {"sage", make_sage_aggregator}});
  return known;
}

const Registry<ops::EdgeNorm>& edge_norm_registry() {
  static const Registry<ops::EdgeNorm> known("edge norm", {{"softmax", ops::EdgeNorm::kSoftmax},
                                                           {"sum", ops::EdgeNorm::kSum},
                                                           {"sym", ops::EdgeNorm::kSymmetric}});
  return known;
}

}  // namespace

at::Tensor Aggregator::finish(const at::Tensor& sums, const NodeTerms& /*terms*/) const {
  return sums;
}

std::shared_ptr<Aggregator> make_aggregator(const std::string& name, const LayerSizes& sizes,
                                            ops::EdgeNorm norm, const ParameterInit& init) {
  return aggregator_registry().at(name)(sizes, norm, init);
}

ops::EdgeNorm edge_norm_of(const std::string& name) {
  return edge_norm_registry().at(name);
}

std::vector<std::string> edge_norm_names() {
  return edge_norm_registry().names();
}

std::vector<std::string> aggregator_names() {
  return aggregator_registry().names();
}

}  // namespace disgnn::nn

#include "disgnn/nn/aggregator.h"

#include "disgnn/core/registry.h"
#include "nn/aggregators/aggregators.h"

namespace disgnn::nn {
namespace {

const Registry<decltype(&make_gcn_aggregator)>& aggregator_registry() {
  static const Registry<decltype(&make_gcn_aggregator)> known(
      "aggregator", {{"attention", make_attention_aggregator},
                     {"gcn", make_gcn_aggregator},
                     {"sage", make_sage_aggregator}});
  return known;
}

}  // namespace

at::Tensor Aggregator::finish(const at::Tensor& sums, const NodeTerms& /*terms*/) const {
  return sums;
}

std::shared_ptr<Aggregator> make_aggregator(const std::string& name, const LayerSizes& sizes,
                                            const ParameterInit& init) {
  return aggregator_registry().at(name)(sizes, init);
}

std::vector<std::string> aggregator_names() {
  return aggregator_registry().names();
}

}  // namespace disgnn::nn

#include "baselines/baselines.h"
#include "disgnn/core/registry.h"
#include "disgnn/model/disgnn_model.h"
#include "disgnn/model/extension.h"

namespace disgnn::nn {
namespace {

std::shared_ptr<NodeClassifier> make_disgnn(const ModelConfig& config, const ParameterInit& init) {
  return std::make_shared<DisGnnModel>(config, init, make_parts(config, init));
}

const Registry<ModelFactory*>& model_registry() {
  static const Registry<ModelFactory*> known("model", {{"disgnn", make_disgnn},
                                                       {"mlp", make_mlp},
                                                       {"gcn", make_gcn},
                                                       {"sage", make_sage},
                                                       {"gin", make_gin},
                                                       {"gat", make_gat},
                                                       {"factorgcn", make_factor_gcn},
                                                       {"mixhop", make_mixhop},
                                                       {"h2gcn", make_h2gcn},
                                                       {"gcnii", make_gcnii},
                                                       {"gprgnn", make_gpr_gnn},
                                                       {"acmgcn", make_acm_gcn},
                                                       {"linkx", make_linkx},
                                                       {"none", make_no_model}});
  return known;
}

}  // namespace

std::shared_ptr<NodeClassifier> make_model(const ModelConfig& config, const ParameterInit& init) {
  return model_registry().at(config.kind)(config, init);
}

std::vector<std::string> model_kinds() {
  return model_registry().names();
}

}  // namespace disgnn::nn

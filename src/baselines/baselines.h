#pragma once

#include "disgnn/nn/node_classifier.h"

namespace disgnn::nn {

using ModelFactory = std::shared_ptr<NodeClassifier>(const ModelConfig& config,
                                                     const ParameterInit& init);

ModelFactory make_mlp;
ModelFactory make_gcn;
ModelFactory make_sage;
ModelFactory make_gin;
ModelFactory make_gat;
ModelFactory make_factor_gcn;
ModelFactory make_mixhop;
ModelFactory make_h2gcn;
ModelFactory make_gcnii;
ModelFactory make_gpr_gnn;
ModelFactory make_acm_gcn;
ModelFactory make_linkx;
ModelFactory make_no_model;

}  // namespace disgnn::nn

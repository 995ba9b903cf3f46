#pragma once

#include <cstdint>
#include <string>

#include "disgnn/nn/memory_use.h"
#include "disgnn/ops/kernels.h"

namespace disgnn::nn {

/// The shape of a model. What a kind of model has no use for, it leaves alone.
struct ModelConfig {
  std::string kind = "disgnn";  ///< one of model_kinds()
  std::int64_t features = 0;    ///< d
  std::int64_t classes = 0;     ///< K
  std::int64_t channels = 4;    ///< C: relation channels; heads of gat, factors of factorgcn
  std::int64_t hidden = 64;     ///< H
  std::int64_t layers = 2;      ///< L
  std::string scorer = "mlp";
  std::string aggregator = "attention";
  std::string edge_norm = "softmax";
  std::string input = "direct";  ///< what the first layer reads: one of input_names()
  bool self_term = false;        ///< layers add W_self h_v to what the channels bring
  bool jump = false;             ///< the classifier reads the outputs of all layers
  bool label_votes = false;      ///< the classifier reads what known labels around a node say
  std::int64_t reach = 0;  ///< steps of plain neighbourhoods the classifier reads beside the layers
  bool beliefs = false;    ///< edge scores read first guesses of the nodes' classes
  double consult = 0;      ///< weight of a regression of known labels in a prediction; 0: none
  double spread = 0;       ///< share of its neighbours' classes in a prediction; 0: none
  double input_dropout = 0;
  double dropout = 0;  ///< on the output of every layer
  double edge_dropout = 0;
  std::int64_t hops = 10;  ///< propagation steps of gcnii and gprgnn
  double alpha = 0.1;      ///< their share of the features before any step
  double theta = 0.5;      ///< how slowly the weights of gcnii fade with depth
  std::int64_t nodes = 0;  ///< N of the graph, for models with a weight per node
  ops::Kernels kernels = ops::Kernels::kFast;
  MemoryUse memory = MemoryUse::kNormal;
};

}  // namespace disgnn::nn

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "disgnn/data/dataset.h"
#include "disgnn/nn/node_input.h"

namespace disgnn::train {

struct RelationOracleOptions {
  std::string scorer = "mlp";
  std::int64_t hidden = 64;
  std::int64_t steps = 300;
  double learning_rate = 0.005;
  double weight_decay = 5e-4;
  double dropout = 0.5;  ///< on the features
  std::uint64_t seed = 0;
};

/// A supervised reference for relation NMI, no upper bound: one channel per relation, reading the
/// features of both ends, is trained by cross-entropy with the true relations of a random half of
/// the edges. Returns the NMI of its largest channel with the true relation on the other half;
/// noise and self loops are left out. Nothing where relations are not known, or a half holds fewer
/// than two.
std::optional<double> relation_oracle_nmi(const Dataset& data, const nn::NodeInput& features,
                                          const RelationOracleOptions& options);

}  // namespace disgnn::train

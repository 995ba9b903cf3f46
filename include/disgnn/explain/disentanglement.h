#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "disgnn/data/dataset.h"
#include "disgnn/explain/relation_recovery.h"
#include "disgnn/model/disgnn_model.h"

namespace disgnn {

/// How far the channels of one trained model separate what the edges mean.
struct Disentanglement {
  /// [L] homophily AUC over edges whose two ends are test nodes; see homophily_auc.h.
  std::vector<std::optional<double>> homophily_auc;
  /// [L] the same over edges between validation nodes, for choices that test nodes must not make.
  std::vector<std::optional<double>> validation_auc;
  /// That over test edges of p_v . p_u, the probability by the classifier that the two ends agree:
  /// what the channels have to beat to say more of an edge than the predictions of its ends.
  std::optional<double> prediction_auc;
  /// Recovery of the true relations by the first and by the last layer's scores, where known.
  std::optional<RelationRecovery> first_layer;
  std::optional<RelationRecovery> last_layer;
};

/// `output` holds the scores of an evaluation pass over data.graph, `probabilities` [N, K] what is
/// said of every node by itself.
Disentanglement measure_disentanglement(const Dataset& data, const nn::ModelOutput& output,
                                        const at::Tensor& probabilities,
                                        std::span<const NodeId> test_nodes,
                                        std::span<const NodeId> validation_nodes);

}  // namespace disgnn

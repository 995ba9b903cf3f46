#pragma once

#include <vector>

#include "disgnn/data/dataset.h"
#include "disgnn/model/disgnn_model.h"

namespace disgnn {

/// What one layer says of M edge entries.
struct EdgeLayerColumns {
  at::Tensor existence;  ///< ê [M, C]
  at::Tensor weight;     ///< A [M, C], before edge dropout
  at::Tensor dominant;   ///< int32 [M]: the channel with the largest score, standardised over them
  at::Tensor homo;       ///< [M] sigmoid of the summed scores of the homo half
  at::Tensor hetero;     ///< [M] the same of the hetero half
};

/// Self loops say nothing about relations: they are no rows and do not enter the standardisation.
struct EdgeColumns {
  std::vector<EntryId> entries;  ///< [M] entries of the graph that are no self loops, ascending
  std::vector<EdgeLayerColumns> layers;
};

/// `output` holds the scores of an evaluation pass over data.graph.
EdgeColumns edge_columns(const Dataset& data, const nn::DisGnnModel& model,
                         const nn::ModelOutput& output);

}  // namespace disgnn

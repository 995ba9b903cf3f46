#pragma once

#include <filesystem>

#include "disgnn/data/dataset.h"
#include "disgnn/model/disgnn_model.h"

namespace disgnn::run {

/// What every edge entry means to the model; self loops are left out. Columns: source and target id
/// (the message flows from source to target), and for each layer L and channel C
/// layerL_channelC_existence (ê) and layerL_channelC_weight (A), layerL_dominant (the channel whose
/// score, standardised over the edges, is largest), layerL_homo and layerL_hetero (sigmoid of the
/// summed scores of that half); relation where the true one is known. Layers count from 1, channels
/// from 0.
void write_edge_csv(const std::filesystem::path& path, const Dataset& data,
                    const nn::DisGnnModel& model, const nn::ModelOutput& output);

/// The same as arrays: source, target [M] node numbers, existence, weight [M, L, C], dominant,
/// homo, hetero [M, L], relation [M] where known, node_ids [N] (bytes).
void write_edge_npz(const std::filesystem::path& path, const Dataset& data,
                    const nn::DisGnnModel& model, const nn::ModelOutput& output);

}  // namespace disgnn::run

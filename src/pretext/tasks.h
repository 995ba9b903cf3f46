#pragma once

#include "disgnn/model/disgnn_model.h"
#include "disgnn/pretext/pretext_task.h"

namespace disgnn::pretext {

using TaskFactory = std::shared_ptr<PretextTask>(const PretextOptions& options,
                                                 const nn::NodeClassifier& model,
                                                 std::uint64_t seed);

// The paper's signals, which act on the channels of a DisGnnModel's layers.
TaskFactory make_edge_recovery;
TaskFactory make_label_conformity;
TaskFactory make_channel_difference;
// What the paper compares with, which act on the last hidden layer of any model.
TaskFactory make_attribute_prediction;
TaskFactory make_distance_prediction;
TaskFactory make_context_prediction;
// Pseudo-labels as further labels, for any model.
TaskFactory make_self_training;
// A part of FactorGCN.
TaskFactory make_factor_difference;

/// The model as one that disentangles; throws Error (kUsage) when it is another.
const nn::DisGnnModel& disentangling(const nn::NodeClassifier& model, const std::string& task);

}  // namespace disgnn::pretext

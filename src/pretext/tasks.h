#pragma once

#include "disgnn/pretext/pretext_task.h"

namespace disgnn::pretext {

std::shared_ptr<PretextTask> make_edge_recovery(const PretextOptions& options,
                                                const nn::ModelConfig& model, std::uint64_t seed);
std::shared_ptr<PretextTask> make_label_conformity(const PretextOptions& options,
                                                   const nn::ModelConfig& model,
                                                   std::uint64_t seed);
std::shared_ptr<PretextTask> make_channel_difference(const PretextOptions& options,
                                                     const nn::ModelConfig& model,
                                                     std::uint64_t seed);

}  // namespace disgnn::pretext

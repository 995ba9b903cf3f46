#include "disgnn/pretext/pretext_task.h"

#include "disgnn/core/registry.h"
#include "pretext/tasks.h"

namespace disgnn::pretext {
namespace {

const Registry<decltype(&make_edge_recovery)>& task_registry() {
  static const Registry<decltype(&make_edge_recovery)> known(
      "pretext task", {{"edge", make_edge_recovery},
                       {"conform", make_label_conformity},
                       {"channel", make_channel_difference}});
  return known;
}

}  // namespace

std::shared_ptr<PretextTask> make_pretext_task(const std::string& name,
                                               const PretextOptions& options,
                                               const nn::ModelConfig& model, std::uint64_t seed) {
  return task_registry().at(name)(options, model, seed);
}

std::vector<std::string> pretext_task_names() {
  return task_registry().names();
}

}  // namespace disgnn::pretext

#include "disgnn/pretext/pretext_task.h"

#include <fmt/format.h>

#include "disgnn/core/registry.h"
#include "pretext/tasks.h"

namespace disgnn::pretext {
namespace {

const Registry<TaskFactory*>& task_registry() {
  static const Registry<TaskFactory*> known("pretext task",
                                            {{"edge", make_edge_recovery},
                                             {"conform", make_label_conformity},
                                             {"channel", make_channel_difference},
                                             {"self", make_self_training},
                                             {"attribute", make_attribute_prediction},
                                             {"distance", make_distance_prediction},
                                             {"context", make_context_prediction},
                                             {"factor", make_factor_difference}});
  return known;
}

}  // namespace

std::shared_ptr<PretextTask> make_pretext_task(const std::string& name,
                                               const PretextOptions& options,
                                               const nn::NodeClassifier& model,
                                               std::uint64_t seed) {
  return task_registry().at(name)(options, model, seed);
}

std::vector<std::string> pretext_task_names() {
  return task_registry().names();
}

const nn::DisGnnModel& disentangling(const nn::NodeClassifier& model, const std::string& task) {
  const nn::DisGnnModel* const found = nn::as_disentangling(model);
  if (found == nullptr) {
    throw usage_error(fmt::format("the pretext task '{}' needs relation channels, which {} has not",
                                  task, model.config().kind),
                      "use it with disgnn or disgnn-base");
  }
  return *found;
}

}  // namespace disgnn::pretext

#include "reproduce/study_graphs.h"

#include "disgnn/data/fingerprint.h"
#include "disgnn/run/embedded_features.h"
#include "disgnn/run/run_data.h"
#include "reproduce/generated_graphs.h"

namespace disgnn::reproduce {

std::shared_ptr<const StudyGraph> StudyGraphs::load(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return loaded(name);
}

std::shared_ptr<const StudyGraph> StudyGraphs::with_features(const std::string& name) {
  const std::lock_guard lock(mutex_);
  auto graph = loaded(name);
  if (has_features(graph->data.features)) return graph;
  auto embedded = std::make_shared<StudyGraph>(*graph);
  if (!std::filesystem::exists(embedded->embedding)) {
    observer_.message("DeepWalk vectors of " + name);
  }
  run::add_embedded_features(embedded->data, embedded->embedding,
                             [&](double) { return !observer_.stop_requested(); });
  graphs_[name] = embedded;
  return embedded;
}

std::shared_ptr<const StudyGraph> StudyGraphs::loaded(const std::string& name) {
  auto& slot = graphs_[name];
  if (slot) return slot;
  run::Settings settings;
  settings.data = graph_folder(options_, name).string();
  auto graph = std::make_shared<StudyGraph>();
  graph->data = run::load_dataset(settings);
  graph->fingerprint = dataset_fingerprint(graph->data);
  graph->embedding = embedding_file(options_, name);
  for (const std::string& text : graph->data.warnings) observer_.message(name + ": " + text);
  slot = graph;
  return slot;
}

}  // namespace disgnn::reproduce

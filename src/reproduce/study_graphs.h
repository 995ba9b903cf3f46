#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "disgnn/data/dataset.h"
#include "disgnn/reproduce/study.h"

namespace disgnn::reproduce {

/// A graph with features, its own or DeepWalk vectors.
struct StudyGraph {
  Dataset data;
  std::string fingerprint;          ///< of the data without such vectors
  std::filesystem::path embedding;  ///< file of the vectors
};

/// Graphs are loaded when the first cell needs them. For several threads.
class StudyGraphs {
 public:
  StudyGraphs(const StudyOptions& options, StudyObserver& observer)
      : options_(options), observer_(observer) {}

  /// Without features that the data lacks.
  std::shared_ptr<const StudyGraph> load(const std::string& name);
  std::shared_ptr<const StudyGraph> with_features(const std::string& name);

 private:
  std::shared_ptr<const StudyGraph> loaded(const std::string& name);

  const StudyOptions& options_;
  StudyObserver& observer_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const StudyGraph>> graphs_;
};

}  // namespace disgnn::reproduce

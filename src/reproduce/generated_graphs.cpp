#include "reproduce/generated_graphs.h"

#include "disgnn/core/error.h"
#include "disgnn/data/campus.h"
#include "disgnn/data/native_writer.h"

namespace disgnn::reproduce {
namespace {

const std::string kPrefix = "campus-";

}  // namespace

bool is_generated(const std::string& dataset) {
  return dataset.starts_with(kPrefix);
}

int generated_relations(const std::string& dataset) {
  DISGNN_ASSERT(is_generated(dataset));
  return std::stoi(dataset.substr(kPrefix.size()));  // up to the next dash
}

double generated_noise(const std::string& dataset) {
  DISGNN_ASSERT(is_generated(dataset));
  return std::stod(dataset.substr(dataset.rfind('-') + 1));
}

std::filesystem::path graph_folder(const StudyOptions& options, const std::string& dataset) {
  if (!is_generated(dataset)) return options.data_root / dataset;
  std::filesystem::path folder = options.out / "data" / dataset;
  if (std::filesystem::exists(folder)) return folder;
  CampusOptions campus;
  campus.relations = generated_relations(dataset);
  campus.noise = generated_noise(dataset);
  std::filesystem::create_directories(folder.parent_path());
  write_native_dataset(generate_campus(campus), folder);
  return folder;
}

}  // namespace disgnn::reproduce

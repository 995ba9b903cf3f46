#include "disgnn/run/predictions.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include "disgnn/core/atomic_file.h"
#include "disgnn/data/csv.h"

namespace disgnn::run {

void write_predictions(const std::filesystem::path& path, const Dataset& data, const Split* split,
                       const std::vector<std::string>& class_names,
                       const train::Evaluation& evaluation) {
  const at::Tensor probabilities = evaluation.probabilities.to(at::kFloat).contiguous();
  const auto classes = static_cast<std::int64_t>(class_names.size());
  const auto* const values = probabilities.data_ptr<float>();

  AtomicFile file(path);
  std::vector<std::string> cells = {"id", "split", "label", "predicted", "confidence"};
  for (const std::string& name : class_names) cells.push_back("probability_" + name);
  file.stream() << csv_row(cells);
  for (NodeId v = 0; v < data.nodes(); ++v) {
    const float* const row = values + v * classes;
    const std::int32_t label = data.labels[v];
    const std::int32_t predicted = evaluation.predictions[v];
    cells = {data.id_of(v), split != nullptr ? to_string(split->role(v)) : to_string(Role::kNone),
             label >= 0 ? data.class_names[label] : "", class_names[predicted],
             fmt::format("{:.6f}", row[predicted])};
    for (std::int64_t c = 0; c < classes; ++c) cells.push_back(fmt::format("{:.6f}", row[c]));
    file.stream() << csv_row(cells);
  }
  file.commit();
}

}  // namespace disgnn::run

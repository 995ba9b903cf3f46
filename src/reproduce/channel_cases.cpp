#include "disgnn/explain/layer_correlation.h"
#include "disgnn/model/disgnn_model.h"
#include "disgnn/reproduce/report.h"
#include "disgnn/run/open_run.h"

namespace disgnn::reproduce {
std::vector<ChannelCase> channel_cases(const StudyResults& results, const StudyOptions& options) {
  std::vector<ChannelCase> cases;
  for (const std::string& variant : channel_variants()) {
    const Cell cell = cell_of("cora", variant);
    const run::RunFolder folder(run_folder_of(options, cell));
    if (!results.contains({cell.dataset, variant}) || !std::filesystem::exists(folder.model())) {
      continue;
    }
    const run::OpenRun run =
        run::open_run(folder, run::stored_settings(folder), run::Target::kOwnGraph);
    const nn::DisGnnModel& model = *nn::as_disentangling(*run.model.model);
    ChannelCase example{variant.substr(0, variant.find('%')), model.config().channels, {}, {}};
    for (std::size_t l = 0; l < run.evaluation.output.layers.size(); ++l) {
      LayerCorrelation found = layer_correlation(model.layer(l), run.evaluation.output.layers[l],
                                                 run.data.graph.index());
      example.existence.push_back(std::move(found.existence));
      example.weight.push_back(std::move(found.weight));
    }
    cases.push_back(std::move(example));
  }
  return cases;
}

}  // namespace disgnn::reproduce

#include <ATen/ATen.h>

#include "disgnn/explain/channel_correlation.h"
#include "disgnn/nn/disgnn_model.h"
#include "disgnn/reproduce/report.h"
#include "disgnn/run/open_run.h"

namespace disgnn::reproduce {
namespace {

std::vector<double> correlation_of(const at::Tensor& values, const PairIndex& edges) {
  const at::Tensor plain = values.to(at::kFloat).contiguous();
  return channel_correlation({plain.data_ptr<float>(), static_cast<std::size_t>(plain.numel())},
                             static_cast<std::int32_t>(plain.size(1)), edges);
}

}  // namespace

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
    const auto& model = dynamic_cast<const nn::DisGnnModel&>(*run.model.model);
    const ops::PairIndexPtr& edges = run.data.graph.index();
    ChannelCase example{variant.substr(0, variant.find('%')), model.config().channels, {}, {}};
    const at::NoGradGuard no_gradients;
    for (std::size_t l = 0; l < run.evaluation.output.layers.size(); ++l) {
      const nn::LayerOutput& layer = run.evaluation.output.layers[l];
      example.existence.push_back(correlation_of(at::sigmoid(layer.scores), *edges));
      example.weight.push_back(correlation_of(model.layer(l).edge_weights(layer, edges), *edges));
    }
    cases.push_back(std::move(example));
  }
  return cases;
}

}  // namespace disgnn::reproduce

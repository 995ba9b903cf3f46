#include "disgnn/reproduce/report.h"
#include "disgnn/run/run_data.h"
#include "disgnn/train/relation_oracle.h"
#include "reproduce/generated_graphs.h"

namespace disgnn::reproduce {
namespace {

run::Spread nmi_of(const CellResult& result) {
  std::vector<double> values;
  for (const run::RunResult& run : result.runs) {
    if (const auto recovery = run::best_recovery({run})) values.push_back(recovery->nmi);
  }
  return run::spread(values);
}

}  // namespace

std::vector<RelationPoint> relation_sweep(const StudyResults& results,
                                          const StudyOptions& options) {
  std::vector<RelationPoint> points;
  for (const std::string& dataset : sweep_datasets()) {
    const CellResult* const base = find_result(results, dataset, sweep_variants().front());
    const CellResult* const full = find_result(results, dataset, sweep_variants().back());
    if (base == nullptr || full == nullptr) continue;
    run::Settings settings = run::default_settings("disgnn");
    settings.data = graph_folder(options, dataset).string();
    const Dataset data = run::load_dataset(settings);
    std::vector<double> oracles;
    for (std::int64_t seed = 0; seed < options.runs; ++seed) {
      const auto nmi = train::relation_oracle_nmi(data, nn::NodeInput(data.features),
                                                  {.seed = static_cast<std::uint64_t>(seed)});
      if (nmi) oracles.push_back(*nmi);
    }
    points.push_back({dataset, nmi_of(*base), nmi_of(*full), run::spread(oracles),
                      run::best_homophily_auc(base->runs).value_or(0),
                      run::best_homophily_auc(full->runs).value_or(0)});
  }
  return points;
}

}  // namespace disgnn::reproduce

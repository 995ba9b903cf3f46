#include "disgnn/core/atomic_file.h"
#include "disgnn/explain/relation_oracle.h"
#include "disgnn/reproduce/report.h"
#include "disgnn/run/json_format.h"
#include "disgnn/run/run_data.h"
#include "reproduce/generated_graphs.h"

namespace disgnn::reproduce {
namespace {

run::Spread nmi_of(const CellResult& result) {
  std::vector<double> values;
  for (const run::RunResult& run : result.runs) {
    if (const auto recovery = run::last_layer_recovery({run})) values.push_back(recovery->nmi);
  }
  return run::spread(values);
}

/// NMI of the supervised reference for every seed, kept beside the cells for the next report.
std::vector<double> oracles_of(const Dataset& data, const std::string& dataset,
                               const StudyOptions& options) {
  constexpr const char* kFormat = "disgnn-oracle-1";
  const std::filesystem::path file = options.out / "cells" / dataset / "oracle.json";
  if (std::filesystem::exists(file)) {
    const run::Json stored = run::Json::parse(read_file(file), nullptr, /*allow_exceptions=*/false);
    if (stored.is_object() && stored.value("format", "") == kFormat &&
        stored.value("runs", std::int64_t{0}) == options.runs) {
      return stored.at("nmi").get<std::vector<double>>();
    }
  }
  std::vector<double> values;
  for (std::int64_t seed = 0; seed < options.runs; ++seed) {
    const auto nmi = train::relation_oracle_nmi(data, nn::NodeInput(data.features),
                                                {.seed = static_cast<std::uint64_t>(seed)});
    if (nmi) values.push_back(*nmi);
  }
  write_file_atomically(
      file, run::dump({{"format", kFormat}, {"runs", options.runs}, {"nmi", values}}) + "\n");
  return values;
}

}  // namespace

std::vector<RelationPoint> relation_sweep(const StudyResults& results,
                                          const StudyOptions& options) {
  std::vector<RelationPoint> points;
  for (const std::string& dataset : sweep_datasets()) {
    const std::vector<std::string> variants = sweep_variants(dataset);
    const CellResult* const base = find_result(results, dataset, variants.front());
    const CellResult* const full = find_result(results, dataset, variants.back());
    if (base == nullptr || full == nullptr) continue;
    run::Settings settings = run::default_settings("disgnn");
    settings.data = graph_folder(options, dataset).string();
    const Dataset data = run::load_dataset(settings);
    points.push_back({dataset, nmi_of(*base), nmi_of(*full),
                      run::spread(oracles_of(data, dataset, options)),
                      run::best_homophily_auc(base->runs).value_or(0),
                      run::best_homophily_auc(full->runs).value_or(0)});
  }
  return points;
}

}  // namespace disgnn::reproduce

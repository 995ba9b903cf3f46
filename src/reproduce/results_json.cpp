#include "disgnn/reproduce/report.h"
#include "disgnn/run/finished_runs.h"
#include "disgnn/run/json_format.h"
#include "disgnn/tune/option_values_json.h"
#include "reproduce/table_view.h"

namespace disgnn::reproduce {
namespace {

using run::Json;

Json paper_json(const std::optional<PaperFigure>& paper) {
  if (!paper) return nullptr;
  return {{"accuracy", paper->accuracy},
          {"accuracy_std", paper->accuracy_std},
          {"macro_f1", run::optional_json(paper->macro_f1)},
          {"macro_f1_std", paper->macro_f1_std}};
}

/// The tables as the other formats show them.
Json tables_json(const StudyResults& results, const Provenance& provenance) {
  Json tables = Json::object();
  for (const TablePlan& plan : table_plans()) {
    const TableView view = view_of(plan, results);
    if (!is_shown(view, provenance)) continue;
    for (std::size_t row = 0; row < plan.rows.size(); ++row) {
      for (const std::size_t column : view.measured_columns()) {
        const Entry& entry = view.entries[row][column];
        if (!entry.measured) continue;
        tables[plan.name].push_back({{"dataset", plan.datasets[column]},
                                     {"variant", plan.rows[row].variant},
                                     {"accuracy", entry.accuracy.mean},
                                     {"accuracy_std", entry.accuracy.std},
                                     {"macro_f1", entry.macro_f1.mean},
                                     {"macro_f1_std", entry.macro_f1.std},
                                     {"p_value", run::optional_json(entry.p_value)},
                                     {"significantly_best", entry.best},
                                     {"paper", paper_json(entry.paper)}});
      }
    }
  }
  return tables;
}

Json sweep_json(const std::vector<RelationPoint>& points) {
  Json json = Json::array();
  for (const RelationPoint& point : points) {
    json.push_back({{"dataset", point.dataset},
                    {"base_nmi", run::spread_json(point.base)},
                    {"disgnn_nmi", run::spread_json(point.full)},
                    {"oracle_nmi", run::spread_json(point.oracle)},
                    {"base_homophily_auc", point.base_auc},
                    {"disgnn_homophily_auc", point.full_auc}});
  }
  return json;
}

}  // namespace

std::string results_json(const StudyResults& results, const StudyOptions& options,
                         const Measurements& measured, const Provenance& provenance) {
  Json cells = Json::array();
  for (const auto& [key, result] : results) {
    cells.push_back({{"dataset", key.first},
                     {"variant", key.second},
                     {"options", tune::option_values_json(result.cell.options)},
                     {"tuned", tune::option_values_json(result.tuned)},
                     {"settings", tune::option_values_json(result.settings)},
                     {"feature_source", result.embedded_features ? "deepwalk" : "data"},
                     {"commit", result.commit},
                     {"settings_of", result.cell.follows},
                     {"trials", result.trials},
                     {"seconds", result.seconds},
                     {"runs", Json::parse(run::runs_to_json(result.runs)).at("runs")}});
  }
  Json correlations = Json::array();
  for (const ChannelCase& example : measured.channels) {
    correlations.push_back({{"variant", example.variant},
                            {"channels", example.channels},
                            {"existence", example.existence},
                            {"weight", example.weight}});
  }
  Json embeddings = Json::array();
  for (const EmbeddingQuality& quality : measured.embeddings) {
    embeddings.push_back({{"dataset", quality.dataset},
                          {"micro_f1", quality.micro_f1.mean},
                          {"micro_f1_std", quality.micro_f1.std},
                          {"macro_f1", quality.macro_f1.mean},
                          {"macro_f1_std", quality.macro_f1.std}});
  }
  return run::dump({{"format", "disgnn-results-1"},
                    {"date", provenance.date},
                    {"commit", provenance.commit},
                    {"command", provenance.command},
                    {"machine", provenance.machine},
                    {"runs", options.runs},
                    {"trials", options.trials},
                    {"tables", tables_json(results, provenance)},
                    {"cells", cells},
                    {"channel_correlation", correlations},
                    {"deepwalk", embeddings},
                    {"relation_sweep", sweep_json(measured.relations)}}) +
         "\n";
}

}  // namespace disgnn::reproduce

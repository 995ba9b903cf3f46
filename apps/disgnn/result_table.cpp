#include "result_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "output.h"

namespace disgnn::app {
namespace {

template <typename Field>
std::string percent(const std::vector<run::RunResult>& runs, Field field) {
  std::vector<double> values;
  values.reserve(runs.size());
  for (const auto& run : runs) values.push_back(100 * field(run));
  const run::Spread spread = run::spread(values);
  return values.size() > 1 ? fmt::format("{:.2f} ± {:.2f} %", spread.mean, spread.std)
                           : fmt::format("{:.2f} %", spread.mean);
}

/// Characters a terminal shows, not bytes: UTF-8 continuation bytes take no room.
std::size_t shown_width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

}  // namespace

std::string aligned_table(std::vector<std::vector<std::string>> rows) {
  std::vector<std::size_t> widths;
  for (auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) {
      row[i] = printable(row[i], /*keep_lines=*/false);
      widths[i] = std::max(widths[i], shown_width(row[i]));
    }
  }
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t i = 0; i < rows[r].size(); ++i) {
      text += rows[r][i];
      const bool last = i + 1 == rows[r].size();
      text += last ? "\n" : std::string(widths[i] - shown_width(rows[r][i]) + 2, ' ');
    }
    if (r == 0) {
      for (std::size_t i = 0; i < widths.size(); ++i) {
        text += std::string(widths[i], '-') + (i + 1 == widths.size() ? "\n" : "  ");
      }
    }
  }
  return text;
}

std::string figure(const std::optional<double>& value) {
  return value ? fmt::format("{:.3f}", *value) : "–";
}

void append_yardsticks(const RelationYardsticks& yardsticks,
                       std::vector<std::vector<std::string>>& rows) {
  const auto append = [&](const char* title, const std::optional<double>& nmi) {
    if (nmi) rows.push_back({title, fmt::format("{:.3f}", *nmi)});
  };
  append("  who knows the classes of the ends", yardsticks.same_class);
  append("  who knows all true memberships", yardsticks.memberships);
}

std::string result_table(const Dataset& data, const run::Settings& settings,
                         const std::vector<run::RunResult>& runs) {
  std::vector<std::vector<std::string>> rows = {
      {fmt::format("{} on {}", settings.model, data.name),
       runs.size() > 1 ? fmt::format("mean ± std of {} runs", runs.size()) : "one run"}};
  rows.push_back({"test accuracy", percent(runs, [](const auto& r) { return r.test_accuracy; })});
  if (!settings.stage.empty()) {
    rows.push_back({"  without --stage", percent(runs, [](const auto& r) {
                      return r.model_test_accuracy.value_or(0);
                    })});
  }
  rows.push_back({"test macro-F1", percent(runs, [](const auto& r) { return r.test_macro_f1; })});
  rows.push_back(
      {"validation accuracy", percent(runs, [](const auto& r) { return r.validation_accuracy; })});
  if (settings.select != run::Settings{}.select) {
    rows.push_back({"validation macro-F1",
                    percent(runs, [](const auto& r) { return r.validation_macro_f1; })});
  }
  if (const auto auc = run::best_homophily_auc(runs)) {
    rows.push_back({"homophily AUC on test edges", fmt::format("{:.3f}", *auc)});
  }
  if (const auto auc = run::mean_prediction_auc(runs)) {
    rows.push_back({"  of the predictions alone", fmt::format("{:.3f}", *auc)});
  }
  if (const auto recovery = run::last_layer_recovery(runs)) {
    rows.push_back({"relation NMI", fmt::format("{:.3f}", recovery->nmi)});
    append_yardsticks(relation_yardsticks(data), rows);
    rows.push_back({"relation AUC", fmt::format("{:.3f}", recovery->relation_auc)});
  }
  return aligned_table(rows);
}

}  // namespace disgnn::app

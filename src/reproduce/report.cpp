#include "disgnn/reproduce/report.h"

#include <fmt/format.h>

#include "disgnn/config/option_schema.h"
#include "disgnn/core/atomic_file.h"
#include "reproduce/report_figures.h"

namespace disgnn::reproduce {
namespace {

/// The settings of a cell alone, by section.
std::string partial_toml(const tune::OptionValues& values) {
  std::string text;
  std::string section;
  for (const run::Option& option : run::option_schema()) {
    for (const auto& [name, value] : values) {
      if (name != option.name) continue;
      if (option.section != section) {
        section = option.section;
        text += fmt::format("\n[{}]\n", section);
      }
      const bool is_text = std::holds_alternative<run::TextField>(option.field);
      text += is_text ? fmt::format("{} = \"{}\"\n", option.key(), value)
                      : fmt::format("{} = {}\n", option.key(), value);
    }
  }
  return text;
}

}  // namespace

void write_report(const StudyResults& results, const StudyOptions& options,
                  const Provenance& provenance) {
  const Measurements measured{channel_cases(results, options),
                              embedding_qualities(results, options),
                              relation_sweep(results, options)};
  std::filesystem::create_directories(options.out / "figures");
  std::filesystem::create_directories(options.out / "configs");
  const auto write = [&](const std::string& name, const std::string& content) {
    if (!content.empty()) write_file_atomically(options.out / name, content);
  };
  write("results.json", results_json(results, options, measured, provenance));
  write("RESULTS.md", markdown_report(results, options, measured, provenance));
  write("tables.tex", latex_tables(results, provenance));
  write("figures/modules.svg", scorer_figure(results));
  write("figures/lambda.svg", lambda_figure(results));
  write("figures/channels.svg", channel_figure(measured.channels));
  write("figures/relations.svg", relation_figure(measured.relations));
  for (const auto& [key, result] : results) {
    if (!result.cell.follows.empty() || !result.cell.searched) continue;
    std::string toml =
        fmt::format("# {} on {}, as tuned by disgnn reproduce\n", key.second, key.first);
    toml += partial_toml(result.settings);
    write(fmt::format("configs/{}-{}.toml", key.first, key.second), toml);
  }
}

}  // namespace disgnn::reproduce

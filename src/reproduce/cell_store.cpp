#include "reproduce/cell_store.h"

#include <fmt/format.h>

#include <algorithm>

#include "disgnn/config/option_schema.h"
#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/run/finished_runs.h"
#include "disgnn/tune/option_values_json.h"

namespace disgnn::reproduce {
namespace {

using run::Json;

// Another number where the same settings train another model, too.
constexpr const char* kCellFormat = "disgnn-cell-7";

/// The settings that a cell starts from, as far as its model reads them.
Json defaults(const Cell& cell) {
  const run::Settings settings = run::default_settings(model_of(cell));
  const run::Settings with_options = tune::with_values(settings, cell.options);
  tune::OptionValues values;
  for (const run::Option& option : run::option_schema()) {
    if (option.section == "data" || option.name == "model") continue;
    // An option of the cell may be a further task, which reads more.
    if (!option.is_read_by(option.section == "pretext" ? with_options : settings)) continue;
    values.emplace_back(option.name, option.value(settings));
  }
  return tune::option_values_json(values);
}

/// What a stored cell must agree in to be taken over.
Json identity_of(const StudyOptions& options, const Cell& cell, const std::string& fingerprint) {
  const bool halving = options.strategy == tune::Strategy::kHalving;
  return {{"runs", options.runs},
          {"trials", cell.searched ? options.trials : 1},
          {"strategy", halving ? "halving" : "random"},
          {"epochs", options.epochs},
          {"patience", options.patience},
          {"data", fingerprint},
          {"options", tune::option_values_json(cell.options)},
          {"settings_of", cell.follows},
          {"defaults", defaults(cell)}};
}

void write_cell(const StudyOptions& options, const Cell& cell, const Json& json) {
  const std::filesystem::path folder = folder_of(options, cell);
  std::filesystem::create_directories(folder);
  write_file_atomically(folder / "cell.json", run::dump(json) + "\n");
}

/// What programs did that did not know an option yet: most were off.
bool is_as_before(const std::string& option, const Json& value) {
  if (option == "select") return value == "accuracy";
  return value == "false" || value == "0";
}

/// What the model does not read never counts.
bool same_defaults(const Json& stored, const Json& wanted) {
  return std::all_of(wanted.items().begin(), wanted.items().end(), [&](const auto& option) {
    if (stored.contains(option.key())) return stored.at(option.key()) == option.value();
    return is_as_before(option.key(), option.value());
  });
}

void require_same(const std::filesystem::path& path, const Json& stored, const Json& wanted) {
  for (const auto& [key, value] : wanted.items()) {
    // Cells of programs that knew no other strategy.
    const Json found = key == "strategy" ? stored.value(key, Json("halving")) : stored.at(key);
    if (key == "defaults" ? same_defaults(found, value) : found == value) continue;
    throw usage_error(fmt::format("{} was computed with another value of '{}'", path.string(), key),
                      "repeat the options and the data of that study, or name another folder with "
                      "--out");
  }
}

}  // namespace

std::filesystem::path folder_of(const StudyOptions& options, const Cell& cell) {
  return options.out / "cells" / cell.dataset / cell.variant;
}

void store_result(const StudyOptions& options, const CellResult& result,
                  const std::string& fingerprint) {
  write_cell(options, result.cell,
             {{"format", kCellFormat},
              {"identity", identity_of(options, result.cell, fingerprint)},
              {"tuned", tune::option_values_json(result.tuned)},
              {"settings", tune::option_values_json(result.settings)},
              {"embedded_features", result.embedded_features},
              {"commit", result.commit},
              {"trials", result.trials},
              {"seconds", result.seconds},
              {"runs", Json::parse(run::runs_to_json(result.runs))}});
}

void store_failure(const StudyOptions& options, const Cell& cell, const std::string& fingerprint,
                   const std::string& why) {
  write_cell(options, cell,
             {{"format", kCellFormat},
              {"identity", identity_of(options, cell, fingerprint)},
              {"failure", why}});
}

std::optional<StoredCell> stored_cell(const StudyOptions& options, const Cell& cell,
                                      const std::string& fingerprint) {
  const std::filesystem::path path = folder_of(options, cell) / "cell.json";
  if (!std::filesystem::exists(path)) return std::nullopt;
  const Json json = Json::parse(read_file(path), nullptr, /*allow_exceptions=*/false);
  try {
    if (json.at("format") != kCellFormat) {
      throw input_error(Where{path.string()}, "was written by another version of disgnn",
                        "name another folder with --out");
    }
    require_same(path, json.at("identity"), identity_of(options, cell, fingerprint));
    if (json.contains("failure")) return StoredCell{std::nullopt, json.at("failure")};
    return StoredCell{CellResult{.cell = cell,
                                 .runs = run::runs_from_json(json.at("runs").dump(), path.string()),
                                 .tuned = tune::option_values_from(json.at("tuned")),
                                 .settings = tune::option_values_from(json.at("settings")),
                                 .embedded_features = json.at("embedded_features"),
                                 .commit = json.at("commit"),
                                 .trials = json.at("trials"),
                                 .seconds = json.at("seconds")},
                      ""};
  } catch (const nlohmann::json::exception&) {
    throw input_error(Where{path.string()}, "is damaged", "remove it to compute the cell anew");
  }
}

}  // namespace disgnn::reproduce

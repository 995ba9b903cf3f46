#pragma once

#include <CLI/CLI.hpp>

#include <map>
#include <string>
#include <vector>

#include "disgnn/config/option_schema.h"
#include "disgnn/config/settings.h"

namespace disgnn::app {

/// Settings given on a command line, kept as text until defaults, preset and file are in place.
class SettingsFlags {
 public:
  static constexpr const char* kDataHelp =
      "dataset: native folder (edges.npy, …), folder with nodes.csv and edges.csv, .mtx or .npz "
      "file; default: the built-in campus graph";

  /// Adds the positional DATA and a flag for every option of the sections in the schema.
  void add_to(CLI::App& command, const std::vector<std::string>& sections,
              const std::string& data_help = kDataHelp);
  /// Adds flags for the named options alone, for a command with other defaults than training.
  void add_named(CLI::App& command, const std::vector<std::string>& names,
                 const run::Settings& defaults);

  /// Writes what was given over `settings`.
  void apply(run::Settings& settings) const;
  /// The same after a preset and a file ("": none), each winning over the one before.
  void apply(run::Settings& settings, const std::string& preset, const std::string& config) const;
  /// The same over the defaults of the model that flags or file name.
  [[nodiscard]] run::Settings over_defaults(const std::string& preset,
                                            const std::string& config) const;
  [[nodiscard]] bool names_data() const;
  /// For commands on a run, which knows its own graph: how to read a graph can only be said of
  /// another one.
  void refuse_flags_without_data() const;
  /// What to tell a user who gave options that the model of the settings takes no notice of.
  [[nodiscard]] std::vector<std::string> ignored_by(const run::Settings& settings) const;
  /// Given flags by name, in schema spelling ("lr", "data", …).
  [[nodiscard]] std::map<std::string, std::string> given() const;

 private:
  void hide_rare_flags(CLI::App& command);
  void add_flag(CLI::App& command, const run::Option& option, const run::Settings& defaults);
  void add_switch(CLI::App& command, const run::Option& option, const std::string& value,
                  const std::string& group);

  std::map<std::string, std::string> texts_;                  // by schema name
  std::map<std::string, std::vector<CLI::Option*>> options_;  // by schema name
};

}  // namespace disgnn::app

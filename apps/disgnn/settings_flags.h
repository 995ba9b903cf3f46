#pragma once

#include <CLI/CLI.hpp>

#include <map>
#include <memory>
#include <string>

#include "disgnn/run/settings.h"

namespace disgnn::app {

/// Settings given on a command line, kept as text until defaults, preset and file are in place.
class SettingsFlags {
 public:
  /// Adds the positional DATA and a flag for every option of the sections in the schema.
  void add_to(CLI::App& command, const std::vector<std::string>& sections);

  /// Writes what was given over `settings`; paths become absolute.
  void apply(run::Settings& settings) const;
  [[nodiscard]] bool names_data() const;
  /// Given flags by name, in schema spelling ("lr", "data", …).
  [[nodiscard]] std::map<std::string, std::string> given() const;

 private:
  std::map<std::string, std::string> texts_;  // flag name -> text, empty text = not given
  std::map<std::string, CLI::Option*> options_;
};

}  // namespace disgnn::app

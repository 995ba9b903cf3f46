#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "disgnn/config/settings.h"
#include "disgnn/model/extension.h"

namespace disgnn::run {

struct IntegerField {
  std::int64_t Settings::*member;
  std::int64_t min;
  std::int64_t max;
};
struct RealField {
  double Settings::*member;
  double min;
  double max;
};
struct FlagField {
  bool Settings::*member;
};
struct TextField {
  std::string Settings::*member;
  std::vector<std::string> choices;  ///< empty: any text
  bool repeatable = false;           ///< given several times, the texts are joined by commas
};

/// A choice that is kept as something else than its text.
struct ChoiceField {
  std::string (*get)(const Settings&);
  void (*set)(Settings&, const std::string&);
  std::vector<std::string> choices;
};
/// An option that an extension owns.
struct ExtensionField {
  nn::ExtensionOption option;
  std::string extension;  ///< its name
};

/// One option: flag `--NAME`, TOML key `name` with underscores in table [section].
struct Option {
  std::string name;
  std::string section;
  std::variant<IntegerField, RealField, FlagField, TextField, ChoiceField, ExtensionField> field;
  std::string help;
  bool of_channels = false;  ///< baselines, which have none, ignore it

  [[nodiscard]] std::string key() const;
  [[nodiscard]] bool is_flag() const;  ///< true or false
  [[nodiscard]] bool is_text() const;
  /// As it is written on the command line: "--lr"; "DATA" for the dataset, which has no flag.
  [[nodiscard]] std::string flag() const;
  /// "integer in 1 .. 1024", "one of mlp, linear, dot", …
  [[nodiscard]] std::string domain() const;
  [[nodiscard]] std::string value(const Settings& settings) const;
  /// Whether its value in the settings is the path of a file or folder.
  [[nodiscard]] bool names_path(const Settings& settings) const;
  /// Why the model of the settings takes no notice of it: "gcn has no relation channels"; empty: it
  /// does.
  [[nodiscard]] std::string unread_because(const Settings& settings) const;
  [[nodiscard]] bool is_read_by(const Settings& settings) const {
    return unread_because(settings).empty();
  }
  /// Parses and range-checks; throws Error (kUsage) that names the option, the value and the
  /// domain.
  void assign(Settings& settings, const std::string& text) const;
};

/// The networks, and disgnn without self-supervision, which is a model of its own to users; none
/// only where there are stages.
std::vector<std::string> model_names();

/// All options, grouped by section, in the order in which help and docs list them.
const std::vector<Option>& option_schema();
/// Whether `--help` shows it; `--help-all` shows every option.
bool is_basic(const Option& option);
/// The one of this name, which must exist.
const Option& find_option(const std::string& name);
/// Whether there is one: extensions may be absent.
bool has_option(const std::string& name);
/// The heading of a section in help and docs.
std::string section_title(const std::string& section);

/// A flag of `disgnn train` that is no setting: it says where to write and what to print.
struct CommandFlag {
  std::string name;
  std::string help;
};
const std::vector<CommandFlag>& train_command_flags();
const CommandFlag& train_command_flag(const std::string& name);

/// docs/options.md, generated.
std::string options_markdown();

}  // namespace disgnn::run

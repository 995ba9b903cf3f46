#include "settings_flags.h"

#include <fmt/format.h>

#include <algorithm>

#include "disgnn/config/option_schema.h"
#include "disgnn/config/settings_file.h"
#include "disgnn/core/error.h"

namespace disgnn::app {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void SettingsFlags::add_to(CLI::App& command, const std::vector<std::string>& sections,
                           const std::string& data_help) {
  CLI::Option* const data = command.add_option("DATA", texts_["data"], data_help);
  options_["data"].push_back(data->type_name(""));
  for (const run::Option& option : run::option_schema()) {
    if (option.name == "data" || !contains(sections, option.section)) continue;
    add_flag(command, option, run::Settings{});
  }
  hide_rare_flags(command);
}

/// --help shows what people need first, --help-all everything.
void SettingsFlags::hide_rare_flags(CLI::App& command) {
  std::vector<std::pair<CLI::Option*, std::string>> hidden;
  for (const run::Option& option : run::option_schema()) {
    if (run::is_basic(option) || !options_.contains(option.name) || option.name == "data") continue;
    for (CLI::Option* const flag : options_.at(option.name)) {
      hidden.emplace_back(flag, flag->get_group());
      flag->group("");
    }
  }
  if (hidden.empty()) return;
  command.add_flag_callback(
      "--help-all",
      [hidden] {
        for (const auto& [flag, group] : hidden) flag->group(group);
        throw CLI::CallForHelp();
      },
      fmt::format("Print this help message with all options ({} more)", hidden.size()));
}

void SettingsFlags::add_named(CLI::App& command, const std::vector<std::string>& names,
                              const run::Settings& defaults) {
  for (const run::Option& option : run::option_schema()) {
    if (contains(names, option.name)) add_flag(command, option, defaults);
  }
}

void SettingsFlags::add_flag(CLI::App& command, const run::Option& option,
                             const run::Settings& defaults) {
  const std::string value = option.value(defaults);
  const std::string group = run::section_title(option.section);
  if (option.is_flag()) {
    add_switch(command, option, value, group);
    return;
  }
  const bool free_text = option.domain() == "text";
  CLI::Option* const added =
      command.add_option("--" + option.name, texts_[option.name],
                         fmt::format("{}{}{}", option.help, free_text ? "" : "; " + option.domain(),
                                     value.empty() ? "" : fmt::format(" (default: {})", value)));
  added->type_name("")->group(group);
  const auto* const text = std::get_if<run::TextField>(&option.field);
  if (text != nullptr && text->repeatable) {
    added->join(',');
  } else {
    added->take_last();
  }
  options_[option.name].push_back(added);
}

/// --NAME and --no-NAME, also --NAME=false; the last one given wins.
void SettingsFlags::add_switch(CLI::App& command, const run::Option& option,
                               const std::string& value, const std::string& group) {
  CLI::Option* const added =
      command.add_flag(fmt::format("--{0}{{true}},--no-{0}{{false}}", option.name),
                       texts_[option.name], fmt::format("{} (default: {})", option.help, value));
  added->group(group)->take_last();
  options_[option.name].push_back(added);
}

std::map<std::string, std::string> SettingsFlags::given() const {
  std::map<std::string, std::string> given;
  for (const auto& [name, options] : options_) {
    if (std::all_of(options.begin(), options.end(), [](auto* o) { return o->count() == 0; })) {
      continue;
    }
    given[name] = texts_.at(name);
  }
  return given;
}

void SettingsFlags::apply(run::Settings& settings) const {
  const auto values = given();
  for (const char* const name : {"data", "nodes", "edges"}) {
    const auto found = values.find(name);
    if (found == values.end() || !found->second.empty()) continue;
    throw usage_error("an empty name is given for the data",
                      "name a folder or file, or leave the argument out");
  }
  if (names_data()) {
    // Data named here replaces data named elsewhere as a whole, not file by file.
    settings.data = settings.node_table = settings.edge_table = settings.feature_file =
        settings.label_file = "";
  }
  for (const run::Option& option : run::option_schema()) {
    if (const auto found = values.find(option.name); found != values.end()) {
      option.assign(settings, found->second);
    }
  }
}

void SettingsFlags::apply(run::Settings& settings, const std::string& preset,
                          const std::string& config) const {
  run::apply_preset(settings, preset);
  if (!config.empty()) run::read_settings_file(config, settings);
  apply(settings);
}

run::Settings SettingsFlags::over_defaults(const std::string& preset,
                                           const std::string& config) const {
  run::Settings named;
  apply(named, preset, config);
  run::Settings settings = run::default_settings(named.model);
  apply(settings, preset, config);
  return settings;
}

std::vector<std::string> SettingsFlags::ignored_by(const run::Settings& settings) const {
  const auto values = given();
  std::vector<std::string> texts;
  for (const run::Option& option : run::option_schema()) {
    const std::string reason = option.unread_because(settings);
    if (reason.empty() || !values.contains(option.name)) continue;
    texts.push_back(fmt::format("{} changes nothing: {}", option.flag(), reason));
  }
  return texts;
}

bool SettingsFlags::names_data() const {
  const auto values = given();
  return values.contains("data") || values.contains("edges");
}

void SettingsFlags::refuse_flags_without_data() const {
  const auto values = given();
  if (values.empty() || names_data()) return;
  throw usage_error(
      fmt::format("--{} says how to read another graph, but none is named", values.begin()->first),
      "name the graph after the run folder, or leave the option out");
}

}  // namespace disgnn::app

#include "settings_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "disgnn/run/option_schema.h"

namespace disgnn::app {
namespace {

bool is_path(const std::string& name) {
  return name == "data" || name == "nodes" || name == "edges" || name == "feature-file" ||
         name == "label-file";
}

}  // namespace

void SettingsFlags::add_to(CLI::App& command, const std::vector<std::string>& sections) {
  options_["data"] = command.add_option(
      "DATA", texts_["data"],
      "dataset: native folder (edges.npy, …), folder with nodes.csv and edges.csv, .mtx or .npz "
      "file; default: the built-in campus graph");
  const run::Settings defaults;
  for (const run::Option& option : run::option_schema()) {
    if (option.name == "data" ||
        std::find(sections.begin(), sections.end(), option.section) == sections.end()) {
      continue;
    }
    std::string& text = texts_[option.name];
    const std::string value = option.value(defaults);
    CLI::Option* added = nullptr;
    if (std::holds_alternative<run::FlagField>(option.field)) {
      added = command.add_flag(fmt::format("--{0}{{true}},--no-{0}{{false}}", option.name), text,
                               fmt::format("{} (default: {})", option.help,
                                           value == "true" ? "on" : "off"));
    } else {
      const bool free_text = option.domain() == "text";
      added = command.add_option(
          "--" + option.name, text,
          fmt::format("{}{}{}", option.help, free_text ? "" : "; " + option.domain(),
                      value.empty() ? "" : fmt::format(" (default: {})", value)));
      added->type_name("");
    }
    added->group(run::section_title(option.section));
    options_[option.name] = added;
  }
}

std::map<std::string, std::string> SettingsFlags::given() const {
  std::map<std::string, std::string> given;
  for (const auto& [name, option] : options_) {
    if (option->count() == 0) continue;
    const std::string& text = texts_.at(name);
    given[name] = is_path(name) ? std::filesystem::absolute(text).lexically_normal().string() : text;
  }
  // A split may be a file, too: its path must still be right when the run is resumed elsewhere.
  if (const auto split = given.find("split");
      split != given.end() && std::filesystem::exists(split->second)) {
    split->second = std::filesystem::absolute(split->second).lexically_normal().string();
  }
  return given;
}

void SettingsFlags::apply(run::Settings& settings) const {
  const auto values = given();
  for (const run::Option& option : run::option_schema()) {
    if (const auto found = values.find(option.name); found != values.end()) {
      option.assign(settings, found->second);
    }
  }
}

bool SettingsFlags::names_data() const {
  const auto values = given();
  return values.contains("data") || values.contains("edges");
}

}  // namespace disgnn::app

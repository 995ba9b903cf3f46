#include "disgnn/config/settings_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <toml++/toml.h>
#include <sstream>

#include "disgnn/config/option_schema.h"
#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/core/nearest_word.h"

namespace disgnn::run {
namespace {

constexpr const char* kFormatKey = "format";
constexpr const char* kFormat = "disgnn-settings-2";
constexpr const char* kExtensions = "extensions";  // the section

Where place(const std::filesystem::path& path, const toml::source_region& region) {
  return {path.string(), static_cast<std::int64_t>(region.begin.line),
          static_cast<std::int64_t>(region.begin.column)};
}

/// A TOML scalar as the text that Option::assign reads.
std::string scalar_text(const std::filesystem::path& path, const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto flag = node.value_exact<bool>()) return *flag ? "true" : "false";
  if (const auto whole = node.value_exact<std::int64_t>()) return fmt::format("{}", *whole);
  if (const auto real = node.value_exact<double>()) return fmt::format("{}", *real);
  throw input_error(place(path, node.source()), "the value is no single text, number or boolean",
                    "write one value");
}

/// The texts of a list joined by commas, where the option may be given several times.
std::string value_text(const std::filesystem::path& path, const Option& option,
                       const toml::node& node) {
  const auto* const text = std::get_if<TextField>(&option.field);
  const toml::array* const list = node.as_array();
  if (list == nullptr || text == nullptr || !text->repeatable) return scalar_text(path, node);
  std::vector<std::string> parts;
  for (const toml::node& part : *list) parts.push_back(scalar_text(path, part));
  return fmt::format("{}", fmt::join(parts, ","));
}

/// Files that a settings file names stand beside it, wherever the program is started.
void resolve_path(const std::filesystem::path& file, const Option& option, Settings& settings) {
  std::string& path = settings.*std::get<TextField>(option.field).member;
  if (path.empty()) return;
  path = (std::filesystem::absolute(file).parent_path() / path).lexically_normal().string();
}

const Option* find_option(const std::string& section, std::string_view key) {
  for (const Option& option : option_schema()) {
    if (option.section == section && option.key() == key) return &option;
  }
  return nullptr;
}

/// What to do about a key that nobody knows.
std::string remedy_for(const std::string& section, const std::string& key) {
  std::vector<std::string> known;
  for (const Option& option : option_schema()) {
    if (option.key() == key) return fmt::format("'{}' stands in [{}]", key, option.section);
    if (option.section == section) known.push_back(option.key());
  }
  const std::string nearest = nearest_word(key, known);
  return nearest.empty() ? "see docs/options.md for the keys there are"
                         : fmt::format("did you mean '{}'?", nearest);
}

Error unknown_key(const Where& where, const std::string& section, const std::string& key) {
  if (section == kExtensions && nn::extensions().empty()) {
    return input_error(where,
                       fmt::format("'{}' turns on an extension, and this program was built "
                                   "without extensions",
                                   key),
                       "use a program with them (-DDISGNN_EXTENSIONS=ON)");
  }
  return input_error(where, fmt::format("unknown key '{}' in [{}]", key, section),
                     remedy_for(section, key));
}

Error other_version(const std::filesystem::path& path) {
  return input_error(Where{path.string()}, "was written by another version of disgnn",
                     "train again with this one");
}

std::string quoted(const std::string& text) {
  std::ostringstream out;
  out << toml::value<std::string>(text);
  return out.str();
}

toml::table parsed(const std::filesystem::path& path) {
  try {
    return toml::parse(read_file(path), path.string());
  } catch (const toml::parse_error& error) {
    throw input_error(place(path, error.source()), std::string(error.description()),
                      "correct the TOML");
  }
}

}  // namespace

std::string to_toml(const Settings& settings, OffExtensions off) {
  Settings without = settings;
  turn_off_extensions(without);
  std::string text = "# disgnn settings; run again with: disgnn train --config THIS_FILE\n";
  text += fmt::format("{} = {}\n", kFormatKey, quoted(kFormat));
  std::string section;
  for (const Option& option : option_schema()) {
    const std::string value = option.value(settings);
    if (off == OffExtensions::kLeaveOut && option.section == kExtensions &&
        value == option.value(without)) {
      continue;
    }
    if (option.section != section) {
      section = option.section;
      text += fmt::format("\n[{}]\n", section);
    }
    const bool is_text = option.is_text();
    text +=
        fmt::format("{} = {}  # {}\n", option.key(), is_text ? quoted(value) : value, option.help);
  }
  return text;
}

namespace {

std::set<std::string> read_settings(const std::filesystem::path& path, const toml::table& document,
                                    Settings& settings) {
  std::set<std::string> names;
  const toml::node* const format = document.get(kFormatKey);
  if (format != nullptr && format->value<std::string>() != std::string(kFormat)) {
    throw other_version(path);
  }
  if (format != nullptr) {  // the program wrote it, and left out extensions that were off
    turn_off_extensions(settings);
    for (const Option& option : option_schema()) {
      if (option.section == kExtensions) names.insert(option.name);
    }
  }
  for (const auto& [section_key, node] : document) {
    const std::string section(section_key.str());
    if (section == kFormatKey) continue;
    const toml::table* table = node.as_table();
    if (table == nullptr) {
      throw input_error(place(path, node.source()), "'" + section + "' stands outside a table",
                        "put it under [data], [model], [extensions], [pretext] or [training]");
    }
    for (const auto& [key, value] : *table) {
      const Option* option = find_option(section, key.str());
      if (option == nullptr) {
        throw unknown_key(place(path, value.source()), section, std::string(key.str()));
      }
      const std::string text = value_text(path, *option, value);
      try {
        option->assign(settings, text);
        if (option->names_path(settings)) resolve_path(path, *option, settings);
        names.insert(option->name);
      } catch (const Error& error) {
        throw Error(ErrorKind::kInput,
                    to_string(place(path, value.source())) + ": " + error.what());
      }
    }
  }
  return names;
}

}  // namespace

std::set<std::string> read_settings_file(const std::filesystem::path& path, Settings& settings) {
  return read_settings(path, parsed(path), settings);
}

std::set<std::string> read_written_settings(const std::filesystem::path& path, Settings& settings) {
  const toml::table document = parsed(path);
  if (!document.contains(kFormatKey)) throw other_version(path);
  return read_settings(path, document, settings);
}

}  // namespace disgnn::run

#pragma once

#include "disgnn/run/json_format.h"
#include "disgnn/tune/search_space.h"

namespace disgnn::tune {

/// {"lr": "0.004", …}, the texts as they stand on a command line.
inline run::Json option_values_json(const OptionValues& values) {
  run::Json json = run::Json::object();
  for (const auto& [option, value] : values) json[option] = value;
  return json;
}

/// Throws nlohmann::json::exception on anything else.
inline OptionValues option_values_from(const run::Json& json) {
  OptionValues values;
  for (const auto& [option, value] : json.items()) {
    values.emplace_back(option, value.get<std::string>());
  }
  return values;
}

}  // namespace disgnn::tune

#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace disgnn::run {

using Json = nlohmann::ordered_json;

/// Text from data files may be any bytes: what is not UTF-8 is replaced, never thrown at.
inline std::string dump(const Json& json, int indent = 2) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace disgnn::run

#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace disgnn::app {

/// One JSON document on stdout. Text from data files may be any bytes: what is not UTF-8 is
/// replaced.
void print_json(const nlohmann::ordered_json& json);

/// One line each on stderr.
void print_warnings(const std::vector<std::string>& warnings);

}  // namespace disgnn::app

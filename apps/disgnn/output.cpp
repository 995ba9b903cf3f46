#include "output.h"

#include <fmt/format.h>

namespace disgnn::app {

void print_json(const nlohmann::ordered_json& json) {
  fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void print_warnings(const std::vector<std::string>& warnings) {
  for (const std::string& text : warnings) fmt::print(stderr, "warning: {}\n", text);
}

}  // namespace disgnn::app

#include "output.h"

#include <fmt/format.h>

namespace disgnn::app {

void print_json(const nlohmann::ordered_json& json) {
  fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

std::string printable(std::string_view text, bool keep_lines) {
  std::string shown;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool control = byte < 0x20 || byte == 0x7F;
    shown +=
        control && !(keep_lines && c == '\n') ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  return shown;
}

void print_warnings(const std::vector<std::string>& warnings) {
  for (const std::string& text : warnings)
    fmt::print(stderr, "warning: {}\n", printable(text, true));
}

void note_replacement(const std::filesystem::path& file) {
  if (!std::filesystem::is_regular_file(file)) return;
  fmt::print(stderr, "note: {} is there already and is replaced\n",
             printable(file.string(), false));
}

}  // namespace disgnn::app

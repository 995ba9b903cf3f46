#include "disgnn/report/page.h"

#include "disgnn/core/error.h"

// In page_bytes.S; the same place where the program is built without npm.
extern "C" const char disgnn_page_begin[];  // NOLINT: only assembler can include a file as bytes
extern "C" const char disgnn_page_end[];    // NOLINT

namespace disgnn::report {
namespace {

constexpr std::string_view kBefore = R"(<script type="application/json" id="report-data">)";
constexpr std::string_view kNoData = "null";

/// JSON keeps its meaning when '<' is written as an escape: it stands in texts only.
std::string script_safe(const std::string& json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

std::string_view empty_page() {
  return {disgnn_page_begin, static_cast<std::size_t>(disgnn_page_end - disgnn_page_begin)};
}

std::string page_with(const std::string& document) {
  const std::string_view page = empty_page();
  if (page.empty()) {
    throw usage_error("this disgnn was built without its report page, since there was no npm",
                      "install npm (scripts/bootstrap --web) and build again, or use --data to get "
                      "the document alone");
  }
  const std::size_t place = page.find(kBefore);
  DISGNN_ASSERT(place != std::string_view::npos);
  const std::size_t data = place + kBefore.size();
  DISGNN_ASSERT(page.substr(data, kNoData.size()) == kNoData);
  std::string text(page.substr(0, data));
  text += script_safe(document);
  text += page.substr(data + kNoData.size());
  return text;
}

}  // namespace disgnn::report

#include "serve/event_stream.h"

#include <fstream>
#include <sstream>

#include "disgnn/run/json_format.h"

namespace disgnn::serve {
namespace {

using run::Json;

/// A client is told of long runs in pieces.
constexpr std::streamsize kMostBytes = 1 << 20;

std::string event(const Json& json) {
  return "data: " + run::dump(json, /*indent=*/-1) + "\n\n";
}

}  // namespace

EventStream::EventStream(const run::RunFolder& folder)
    : folder_(folder), version_(version_of(folder)) {}

std::string EventStream::news() {
  std::string text;
  std::error_code failure;
  const std::uintmax_t size = std::filesystem::file_size(folder_.metrics(), failure);
  if (!failure && size < read_) read_ = 0;  // --resume took epochs back: they are told again
  if (!failure && size > read_) {
    std::ifstream file(folder_.metrics(), std::ios::binary);
    file.seekg(static_cast<std::streamoff>(read_));
    std::string part(static_cast<std::size_t>(std::min<std::uintmax_t>(size - read_, kMostBytes)),
                     '\0');
    file.read(part.data(), static_cast<std::streamsize>(part.size()));
    part.resize(static_cast<std::size_t>(file.gcount()));
    part.resize(part.rfind('\n') + 1);  // a line may be half written
    read_ += part.size();
    std::istringstream lines(part);
    for (std::string line; std::getline(lines, line);) {
      const Json epoch = Json::parse(line, nullptr, /*allow_exceptions=*/false);
      if (!epoch.is_object() || !epoch.contains("seed") || !epoch.contains("run")) continue;
      text += event(
          {{"type", "epoch"}, {"run", epoch["run"]}, {"seed", epoch["seed"]}, {"epoch", epoch}});
    }
  }
  if (RunVersion now = version_of(folder_); now != version_) {
    version_ = std::move(now);
    text += event({{"type", "changed"}});
  }
  return text;
}

}  // namespace disgnn::serve

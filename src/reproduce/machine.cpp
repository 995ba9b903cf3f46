#include <fmt/format.h>
#include <sys/sysinfo.h>

#include <fstream>

#include "disgnn/config/threads.h"
#include "disgnn/reproduce/report.h"

namespace disgnn::reproduce {
std::string machine_description() {
  std::ifstream info("/proc/cpuinfo");
  std::string model = "unknown processor";
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) {
      model = line.substr(line.find(':') + 2);
      break;
    }
  }
  struct sysinfo memory {};
  sysinfo(&memory);
  const double gib = static_cast<double>(memory.totalram) * memory.mem_unit / (1 << 30);
  return fmt::format("{}, {} cores, {:.0f} GiB", model, run::available_cores(), gib);
}

}  // namespace disgnn::reproduce

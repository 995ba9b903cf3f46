#include "disgnn/run/metrics_log.h"

#include <optional>
#include <sstream>

#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/run/json_format.h"

namespace disgnn::run {

namespace {

struct LoggedEpoch {
  std::int64_t run;
  std::int64_t epoch;
  EpochTimes times;
};

/// Nothing for a line cut short by a kill or damaged otherwise.
std::optional<LoggedEpoch> parse_line(const std::string& line) {
  const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  try {
    return LoggedEpoch{json.at("run"),
                       json.at("epoch"),
                       {json.at("class_step_ms"), json.at("full_step_ms"), json.at("epoch_ms"),
                        json.at("seconds")}};
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace

std::vector<EpochTimes> MetricsLog::rewind(std::int64_t run, std::int64_t epoch) {
  stream_.close();
  std::string kept;
  std::vector<EpochTimes> times;
  if (std::filesystem::exists(path_)) {
    std::istringstream lines(read_file(path_));
    for (std::string line; std::getline(lines, line);) {
      const auto logged = parse_line(line);
      if (!logged || logged->run > run || (logged->run == run && logged->epoch > epoch)) continue;
      kept += line + "\n";
      if (logged->run == run) times.push_back(logged->times);
    }
  }
  write_file_atomically(path_, kept);
  stream_.open(path_, std::ios::app | std::ios::binary);
  return times;
}

void MetricsLog::append(std::int64_t run, std::uint64_t seed, const train::EpochRecord& record,
                        const EpochTimes& times) {
  Json losses = {{"node", record.node_loss}};
  for (const auto& [name, value] : record.task_losses) losses[name] = value;
  losses["full"] = record.full_loss;
  const Json line = {{"run", run},
                     {"seed", seed},
                     {"epoch", record.epoch},
                     {"class_losses", record.class_losses},
                     {"losses", losses},
                     {"train_accuracy", record.train_accuracy},
                     {"val_accuracy", record.validation.accuracy},
                     {"val_macro_f1", record.validation.macro_f1},
                     {"val_loss", record.validation.loss},
                     {"pseudo_labels", record.pseudo_labels},
                     {"best", record.best},
                     {"class_step_ms", times.class_step_ms},
                     {"full_step_ms", times.full_step_ms},
                     {"epoch_ms", times.epoch_ms},
                     {"seconds", times.seconds}};
  stream_ << dump(line, -1) << '\n' << std::flush;
  if (!stream_) {
    throw input_error(Where{path_.string()}, "writing failed", "check the free space there");
  }
}

}  // namespace disgnn::run

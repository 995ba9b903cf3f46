#include "disgnn/tune/journal.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/tune/option_values_json.h"

namespace disgnn::tune {
namespace {

using run::Json;

// Another number where the same settings train another model, too.
constexpr const char* kFormat = "disgnn-tune-7";

std::string head_line(const std::string& subject) {
  return run::dump({{"format", kFormat}, {"subject", subject}}, -1) + "\n";
}

std::string record_line(const TrialRecord& record) {
  return run::dump({{"trial", record.trial},
                    {"epochs", record.epochs},
                    {"val_accuracy", record.validation_accuracy},
                    {"val_score", record.validation_score},
                    {"val_loss", record.validation_loss},
                    {"best_epoch", record.best_epoch},
                    {"diverged", record.diverged},
                    {"seconds", record.seconds},
                    {"values", option_values_json(record.values)}},
                   -1) +
         "\n";
}

/// Nothing when the line is cut short.
bool parse_record(const std::string& line, TrialRecord& record) {
  const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return false;
  try {
    record.trial = json.at("trial");
    record.epochs = json.at("epochs");
    record.validation_accuracy = json.at("val_accuracy");
    // Of programs that compared by accuracy alone.
    record.validation_score = json.value("val_score", record.validation_accuracy);
    record.validation_loss = json.at("val_loss");
    record.best_epoch = json.at("best_epoch");
    record.diverged = json.at("diverged");
    record.seconds = json.at("seconds");
    record.values = option_values_from(json.at("values"));
  } catch (const nlohmann::json::exception&) {
    return false;
  }
  return true;
}

}  // namespace

Journal::Journal(std::filesystem::path path, const std::string& subject) : path_(std::move(path)) {
  if (!std::filesystem::exists(path_)) {
    write_file_atomically(path_, head_line(subject));
    return;
  }
  std::istringstream lines(read_file(path_));
  std::string kept;
  std::string line;
  std::getline(lines, line);
  kept = line + "\n";
  if (kept != head_line(subject)) {
    throw usage_error(path_.string() + " is the journal of another search",
                      "name another folder with --out, or repeat the options it was begun with");
  }
  while (std::getline(lines, line)) {
    TrialRecord record;
    if (!parse_record(line, record)) continue;
    records_.push_back(record);
    kept += line + "\n";
  }
  write_file_atomically(path_, kept);
}

const TrialRecord* Journal::find(std::int64_t trial, std::int64_t epochs) const {
  const auto found = std::find_if(records_.begin(), records_.end(), [&](const TrialRecord& record) {
    return record.trial == trial && record.epochs == epochs;
  });
  return found == records_.end() ? nullptr : &*found;
}

void Journal::append(const TrialRecord& record) {
  const std::lock_guard lock(mutex_);
  std::ofstream file(path_, std::ios::app | std::ios::binary);
  file << record_line(record) << std::flush;
  if (!file) {
    throw input_error(Where{path_.string()}, "cannot be written", "check the free space");
  }
  records_.push_back(record);
}

}  // namespace disgnn::tune

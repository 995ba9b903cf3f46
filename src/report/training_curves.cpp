#include "report/training_curves.h"

#include <map>
#include <sstream>

#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"

namespace disgnn::report {
namespace {

using run::Json;

constexpr const char* kColumns[] = {"epoch", "train_accuracy", "val_accuracy", "val_loss",
                                    "seconds"};

Json new_curve(const Json& seed) {
  Json curve = {{"seed", seed}, {"best_epoch", nullptr}};
  for (const char* const column : kColumns) curve[column] = Json::array();
  curve["losses"] = Json::object();
  return curve;
}

void add_epoch(Json& curve, const Json& line) {
  for (const char* const column : kColumns) curve[column].push_back(line.at(column));
  for (const auto& [name, value] : line.at("losses").items())
    curve["losses"][name].push_back(value);
  if (line.at("best").get<bool>()) curve["best_epoch"] = line.at("epoch");
}

}  // namespace

Json training_curves(const std::filesystem::path& metrics) {
  if (!std::filesystem::exists(metrics)) return Json::array();
  const std::string text = read_file(metrics);
  std::istringstream stream(text.substr(0, text.rfind('\n') + 1));
  std::map<std::int64_t, Json> by_run;
  std::int64_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    try {
      const Json json = Json::parse(line);
      const auto run = by_run.try_emplace(json.at("run"), new_curve(json.at("seed"))).first;
      add_epoch(run->second, json);
    } catch (const nlohmann::json::exception&) {
      throw input_error(Where{metrics.string(), number}, "is no line that disgnn wrote",
                        "put the file back, or train anew");
    }
  }
  Json curves = Json::array();
  for (auto& [run, curve] : by_run) curves.push_back(std::move(curve));
  return curves;
}

}  // namespace disgnn::report

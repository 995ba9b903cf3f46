#include "disgnn/train/checkpoint.h"

#include <nlohmann/json.hpp>

#include "disgnn/core/error.h"
#include "disgnn/train/safetensors.h"

namespace disgnn::train {
namespace {

// Another number where training would go on differently, too.
constexpr const char* kFormat = "disgnn-checkpoint-8";
constexpr std::int64_t kMaxEpochs = 1'000'000'000;

}  // namespace

void save_checkpoint(const std::filesystem::path& path, const Trainer& trainer,
                     const std::string& label) {
  // JSON prints doubles with all the digits needed to read the same bits back.
  const nlohmann::json progress = {{"epoch", trainer.epoch()},
                                   {"best_epoch", trainer.progress().best_epoch},
                                   {"best_accuracy", trainer.progress().best.accuracy},
                                   {"best_loss", trainer.progress().best.loss},
                                   {"best_macro_f1", trainer.progress().best.macro_f1}};
  write_tensor_file(
      path, {.tensors = trainer.state(),
             .metadata = {{"format", kFormat}, {"label", label}, {"progress", progress.dump()}}});
}

bool load_checkpoint(const std::filesystem::path& path, Trainer& trainer,
                     const std::string& label) {
  if (!std::filesystem::exists(path)) return false;
  const TensorFile file = read_tensor_file(path);
  const auto text = [&](const std::string& key) {
    const auto found = file.metadata.find(key);
    return found == file.metadata.end() ? std::string() : found->second;
  };
  const auto bad = [&](const std::string& what) {
    return input_error(Where{path.string()}, what,
                       "remove the checkpoint folder to start this run anew");
  };
  if (text("format") != kFormat) throw bad("is no checkpoint of this version of disgnn");
  if (text("label") != label) return false;
  const auto progress = nlohmann::json::parse(text("progress"), nullptr, false);
  if (!progress.is_object()) throw bad("its progress record is damaged");
  EarlyStopping stopping = trainer.progress();
  std::int64_t epoch = 0;
  const auto whole_number = [&](const char* key) {
    const auto& value = progress.at(key);
    if (!value.is_number_integer()) throw bad("its progress record is damaged");
    return value.get<std::int64_t>();
  };
  try {
    epoch = whole_number("epoch");
    stopping.best_epoch = whole_number("best_epoch");
    stopping.best = {.accuracy = progress.at("best_accuracy").get<double>(),
                     .loss = progress.at("best_loss").get<double>(),
                     .macro_f1 = progress.at("best_macro_f1").get<double>()};
  } catch (const nlohmann::json::exception&) {
    throw bad("its progress record is damaged");
  }
  if (epoch < 1 || epoch > kMaxEpochs || stopping.best_epoch < 1 || stopping.best_epoch > epoch) {
    throw bad("its progress record is damaged");
  }
  trainer.restore(file.tensors, stopping, epoch);
  return true;
}

}  // namespace disgnn::train

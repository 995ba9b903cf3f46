#include "disgnn/config/model_settings.h"
#include "disgnn/run/bench.h"
#include "disgnn/run/run_data.h"
#include "disgnn/run/summary.h"
#include "disgnn/train/trainer.h"

namespace disgnn::run {

Settings bench_settings() {
  Settings settings;
  apply_preset(settings, "paper");
  settings.steps = 1;  // one step of each kind per epoch: as many of the one as of the other
  return settings;
}

StepTimes time_steps(const Dataset& data, const Settings& settings, std::int64_t warm_up,
                     std::int64_t repetitions) {
  const auto seed = static_cast<std::uint64_t>(settings.seed);
  train::Trainer trainer({data.graph, model_input(settings, data), data.labels, data.classes,
                          make_split(settings, data, seed)},
                         model_config(settings, data), trainer_options(settings, seed));
  for (std::int64_t i = 0; i < warm_up; ++i) trainer.run_epoch();
  std::vector<double> class_steps;
  std::vector<double> full_steps;
  for (std::int64_t i = 0; i < repetitions; ++i) {
    const train::EpochRecord record = trainer.run_epoch();
    class_steps.push_back(median(record.class_step_ms));
    full_steps.push_back(record.full_step_ms);
  }
  return {median(class_steps), median(full_steps), peak_memory_mib()};
}

}  // namespace disgnn::run

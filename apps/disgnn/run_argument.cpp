#include "run_argument.h"

#include "start_environment.h"

namespace disgnn::app {

run::OpenRun open_run(const run::RunFolder& folder, const SettingsFlags& flags) {
  flags.refuse_flags_without_data();
  run::Settings settings = run::stored_settings(folder);
  flags.apply(settings);
  run::resolve(settings);
  if (settings.memory == nn::MemoryUse::kLean) tune_allocator(settings);
  return run::open_run(folder, std::move(settings),
                       flags.names_data() ? run::Target::kOtherGraph : run::Target::kOwnGraph);
}

}  // namespace disgnn::app

#pragma once

#include "disgnn/run/open_run.h"
#include "settings_flags.h"

namespace disgnn::app {

/// Opens a run on its own graph, or on the one the flags name, read as the training data were
/// unless flags say otherwise.
run::OpenRun open_run(const run::RunFolder& folder, const SettingsFlags& flags);

}  // namespace disgnn::app

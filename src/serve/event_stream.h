#pragma once

#include <filesystem>
#include <string>

#include "disgnn/run/run_folder.h"
#include "serve/run_view.h"

namespace disgnn::serve {

/// What is new in a run since it was last asked, as server-sent events (docs/serving.md): a line
/// per epoch, and a word when the report has changed.
class EventStream {
 public:
  explicit EventStream(const run::RunFolder& folder);
  /// Empty where nothing is new.
  std::string news();

 private:
  run::RunFolder folder_;
  RunVersion version_;
  std::uintmax_t read_ = 0;  // bytes of metrics.jsonl
};

}  // namespace disgnn::serve

#pragma once

#include <filesystem>
#include <mutex>
#include <vector>

#include "disgnn/tune/search_space.h"

namespace disgnn::tune {

/// One trial trained up to some number of epochs.
struct TrialRecord {
  std::int64_t trial = 0;
  std::int64_t epochs = 0;  ///< asked for; training may have stopped earlier
  OptionValues values;      ///< what differs from the base settings
  double validation_accuracy = 0;
  double validation_score = 0;  ///< what trials are compared by: accuracy, or macro-F1 if asked for
  double validation_loss = 0;   ///< at the best epoch
  std::int64_t best_epoch = 0;
  bool diverged = false;  ///< a loss was no longer finite: worse than any other trial
  double seconds = 0;
};

/// What has been tried so far: a file of one JSON document per line, the first of which says what
/// the search is about. Lines are appended as trials finish; a line cut short by a kill is dropped.
class Journal {
 public:
  /// Opens or begins a journal. Throws Error (kUsage) when it is about something else.
  Journal(std::filesystem::path path, const std::string& subject);
  [[nodiscard]] const std::vector<TrialRecord>& records() const { return records_; }
  /// The record of a trial at this many epochs, or null.
  /// Not while others append.
  [[nodiscard]] const TrialRecord* find(std::int64_t trial, std::int64_t epochs) const;
  /// May be called from several threads.
  void append(const TrialRecord& record);

 private:
  std::filesystem::path path_;
  std::mutex mutex_;
  std::vector<TrialRecord> records_;
};

}  // namespace disgnn::tune

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "disgnn/report/document.h"
#include "disgnn/run/json_format.h"
#include "report/opened_run.h"

namespace disgnn::serve {

/// When the files of a run that decide what a report shows were last written. Epochs, which are
/// told one by one, are not among them.
using RunVersion = std::vector<std::int64_t>;
RunVersion version_of(const run::RunFolder& folder);

/// A run at one moment.
class RunSnapshot {
 public:
  RunSnapshot(const run::RunFolder& folder, const report::ReportOrigin& origin);

  [[nodiscard]] const std::string& document() const { return document_; }
  [[nodiscard]] bool has_model() const { return opened_.run != nullptr; }
  /// Nothing where the graph has no node of that id.
  [[nodiscard]] std::optional<NodeId> find(const std::string& id) const;

  // What is known of a node; only with a model. `limit` bounds the lists of neighbours.
  [[nodiscard]] run::Json prediction_json(NodeId v) const;
  [[nodiscard]] run::Json edges_json(NodeId v, std::int64_t limit) const;
  [[nodiscard]] run::Json node_json(NodeId v, std::int64_t limit) const;

 private:
  [[nodiscard]] run::Json entry_json(EntryId entry, NodeId source, NodeId target) const;

  report::OpenedRun opened_;
  std::string document_;
  std::unordered_map<std::string, NodeId> by_id_;
};

/// The latest snapshot of a run that may still be training. For several threads.
class RunView {
 public:
  RunView(run::RunFolder folder, report::ReportOrigin origin);
  /// Read anew when the files have changed. While that fails, since files are being replaced, the
  /// last good one; throws only if there is none.
  std::shared_ptr<const RunSnapshot> snapshot();
  [[nodiscard]] const run::RunFolder& folder() const { return folder_; }

 private:
  run::RunFolder folder_;
  report::ReportOrigin origin_;
  std::mutex mutex_;
  RunVersion version_;
  std::shared_ptr<const RunSnapshot> latest_;
};

}  // namespace disgnn::serve

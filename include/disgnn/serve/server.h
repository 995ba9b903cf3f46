#pragma once

#include <functional>
#include <memory>
#include <string>

#include "disgnn/report/document.h"
#include "disgnn/run/run_folder.h"

namespace disgnn::serve {

struct ServeOptions {
  std::string host = "127.0.0.1";
  int port = 8008;  ///< 0: any that is free
};

/// Answers questions about one run over HTTP (docs/serving.md): the report page, live while the run
/// is training, and JSON.
class Server {
 public:
  Server(run::RunFolder folder, report::ReportOrigin origin, ServeOptions options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// The port it listens on. Throws Error (kUsage) when it is taken or the host is not ours.
  int bind();
  /// Answers until `stop_requested` says so, then lets the answers under way end.
  void run(const std::function<bool()>& stop_requested);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace disgnn::serve

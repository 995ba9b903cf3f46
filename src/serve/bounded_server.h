#pragma once

#include <httplib.h>

#include <atomic>

#include "serve/bounded_stream.h"

namespace disgnn::serve {

struct ServerLimits {
  std::size_t threads;       ///< connections answered at a time
  std::size_t most_waiting;  ///< further ones that are accepted
  StreamLimits stream;
  std::chrono::milliseconds idle;  ///< that a connection may rest between requests
};

/// httplib's server with bounds where it has none: the size of a request, the time a client takes
/// for it, ranges (many large ones make a large answer from a small file). Bodies are not read: a
/// request that has one is answered and its connection closed. Where clients wait, a connection is
/// closed after its answer instead of resting.
class BoundedServer : public httplib::Server {
 public:
  explicit BoundedServer(const ServerLimits& limits);
  /// After binding: as many connections as may wait also fit into the kernel's queue.
  void widen_queue();

 private:
  bool process_and_close_socket(socket_t handle) override;

  ServerLimits limits_;
  std::atomic<std::size_t> waiting_ = 0;
};

}  // namespace disgnn::serve

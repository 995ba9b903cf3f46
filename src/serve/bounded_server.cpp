#include "serve/bounded_server.h"

#include <sys/socket.h>

#include "serve/waiting_pool.h"

namespace disgnn::serve {
namespace {

bool may_have_body(const httplib::Request& request) {
  return (request.method != "GET" && request.method != "HEAD") ||
         request.has_header("Transfer-Encoding") ||
         (request.has_header("Content-Length") &&
          request.get_header_value("Content-Length") != "0");
}

}  // namespace

BoundedServer::BoundedServer(const ServerLimits& limits) : limits_(limits) {
  new_task_queue = [this] {
    return new WaitingPool(limits_.threads, limits_.most_waiting, waiting_);
  };
  set_expect_100_continue_handler(
      [](const httplib::Request& /*request*/, httplib::Response& /*response*/) { return 417; });
}

void BoundedServer::widen_queue() {
  (void)::listen(svr_sock_, static_cast<int>(limits_.most_waiting));
}

bool BoundedServer::process_and_close_socket(socket_t handle) {
  const auto others_wait = [&] { return waiting_ > 0 || svr_sock_ == INVALID_SOCKET; };
  BoundedStream stream(handle, limits_.stream, others_wait);
  std::chrono::milliseconds hurried_time = limits_.stream.hurried_time;
  while (stream.wait_for_request(limits_.idle, hurried_time)) {
    // Where the headers could not be read, what follows them cannot either.
    bool last = true;
    bool closed = false;
    const bool answered = process_request(stream, /*close_connection=*/others_wait(), closed,
                                          [&](httplib::Request& request) {
                                            last = may_have_body(request);
                                            request.ranges.clear();
                                          });
    if (!answered || closed || last || others_wait()) return answered;
    hurried_time = {};  // it has had its answer: another connection comes first
  }
  return true;
}

}  // namespace disgnn::serve

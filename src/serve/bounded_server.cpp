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

/// The answers of httplib to what it could not read; what follows cannot be read either.
bool is_end_of_talk(int status) {
  return status == 400 || status == 414 || status == 416;
}

}  // namespace

BoundedServer::BoundedServer(const ServerLimits& limits) : limits_(limits) {
  new_task_queue = [this] {
    return new WaitingPool(limits_.threads, limits_.most_waiting, waiting_);
  };
  set_expect_100_continue_handler(
      [](const httplib::Request& /*request*/, httplib::Response& /*response*/) { return 417; });
  // What a response promises (in its header Keep-Alive) is what process_and_close_socket keeps.
  set_keep_alive_timeout(std::chrono::duration_cast<std::chrono::seconds>(limits.idle).count());
  // The last word before a response is written: who is hung up on is told so.
  set_post_routing_handler([](const httplib::Request& /*request*/, httplib::Response& response) {
    if (!is_end_of_talk(response.status)) return;
    response.headers.erase("Keep-Alive");
    response.headers.erase("Connection");
    response.set_header("Connection", "close");
  });
}

void BoundedServer::widen_queue() {
  (void)::listen(svr_sock_, static_cast<int>(limits_.most_waiting));
}

bool BoundedServer::process_and_close_socket(socket_t handle) {
  const auto others_wait = [&] { return waiting_ > 0 || svr_sock_ == INVALID_SOCKET; };
  BoundedStream stream(handle, limits_.stream, others_wait);
  std::chrono::milliseconds hurried_time = limits_.stream.hurried_time;
  while (stream.wait_for_request(limits_.idle, hurried_time)) {
    bool last = true;  // unless the headers can be read
    bool closed = false;
    const bool close = others_wait();
    const bool answered = process_request(stream, close, closed, [&](httplib::Request& request) {
      request.ranges.clear();
      last = may_have_body(request);
      if (!last) return;
      request.headers.erase("Connection");
      request.set_header("Connection", "close");  // httplib answers with the same
    });
    if (!answered || closed || last || close) return answered;
    hurried_time = {};  // it has had its answer: another connection comes first
  }
  return true;
}

}  // namespace disgnn::serve

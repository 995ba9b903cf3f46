#include "serve/bounded_stream.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace disgnn::serve {
namespace {

using std::chrono::milliseconds;

/// How often a thread that waits for a client looks up.
constexpr milliseconds kGlance{50};
/// What is still read from a client after the last answer: closing with bytes unread would make the
/// kernel take that answer back.
constexpr std::size_t kMostDrained = 1 << 20;
constexpr milliseconds kDrainTime{200};

/// Whether the socket became ready for the event in this time.
bool ready(socket_t handle, short event, milliseconds time) {
  pollfd asked{handle, event, 0};
  int found = 0;
  do {
    found = poll(&asked, 1, static_cast<int>(std::max<std::int64_t>(0, time.count())));
  } while (found < 0 && errno == EINTR);
  return found > 0;
}

}  // namespace

BoundedStream::BoundedStream(socket_t handle, const StreamLimits& limits,
                             std::function<bool()> others_wait)
    : handle_(handle), limits_(limits), others_wait_(std::move(others_wait)) {}

BoundedStream::~BoundedStream() {
  ::shutdown(handle_, SHUT_WR);
  const Clock::time_point end = Clock::now() + kDrainTime;
  for (std::size_t drained = 0; drained < kMostDrained;) {
    const auto left = std::chrono::duration_cast<milliseconds>(end - Clock::now());
    if (left.count() <= 0 || !ready(handle_, POLLIN, left)) break;
    const ssize_t count = recv(handle_, buffer_.data(), buffer_.size(), 0);
    if (count <= 0) break;
    drained += static_cast<std::size_t>(count);
  }
  ::close(handle_);
}

bool BoundedStream::wait_for_request(milliseconds time, milliseconds hurried_time) {
  if (begin_ == end_ && !wait_for_bytes(Clock::now(), time, hurried_time)) return false;
  bytes_left_ = limits_.request_bytes;
  request_begin_ = Clock::now();
  blocked_ = {};
  return begin_ < end_ || fill();
}

bool BoundedStream::is_readable() const {
  return begin_ < end_ || ready(handle_, POLLIN, milliseconds(0));
}

bool BoundedStream::is_writable() const {
  // Asked before every piece of a response that has no end: is the client still there?
  pollfd asked{handle_, POLLOUT, 0};
  return poll(&asked, 1, 0) >= 0 && (asked.revents & (POLLERR | POLLHUP)) == 0;
}

ssize_t BoundedStream::read(char* target, std::size_t size) {
  if (bytes_left_ == 0 || (begin_ == end_ && !fill())) return -1;
  const std::size_t count = std::min({size, end_ - begin_, bytes_left_});
  std::memcpy(target, buffer_.data() + begin_, count);
  begin_ += count;
  bytes_left_ -= count;
  return static_cast<ssize_t>(count);
}

ssize_t BoundedStream::write(const char* source, std::size_t size) {
  for (;;) {
    const ssize_t count = send(handle_, source, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0) return count;
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return -1;
    if (blocked_ > (others_wait_() ? limits_.request_time : limits_.blocked_time)) return -1;
    const Clock::time_point begin = Clock::now();
    (void)ready(handle_, POLLOUT, kGlance);
    blocked_ += Clock::now() - begin;
  }
}

void BoundedStream::get_remote_ip_and_port(std::string& ip, int& port) const {
  // Nobody asks who it was.
  ip.clear();
  port = 0;
}

void BoundedStream::get_local_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

/// Whether something came before the time, counted from `since`, was over.
bool BoundedStream::wait_for_bytes(Clock::time_point since, milliseconds time,
                                   milliseconds hurried_time) const {
  while (!ready(handle_, POLLIN, kGlance)) {
    if (Clock::now() - since > (others_wait_() ? std::min(time, hurried_time) : time)) return false;
  }
  return true;
}

/// False where nothing comes any more or the time is over.
bool BoundedStream::fill() {
  // Bytes that trickle in are always there in time: the whole request has to be.
  const milliseconds time = others_wait_() ? limits_.hurried_time : limits_.request_time;
  if (Clock::now() - request_begin_ > time) return false;
  if (!wait_for_bytes(request_begin_, limits_.request_time, limits_.hurried_time)) return false;
  ssize_t count = 0;
  do {
    count = recv(handle_, buffer_.data(), buffer_.size(), 0);
  } while (count < 0 && errno == EINTR);
  begin_ = 0;
  end_ = static_cast<std::size_t>(std::max<ssize_t>(0, count));
  return count > 0;
}

}  // namespace disgnn::serve

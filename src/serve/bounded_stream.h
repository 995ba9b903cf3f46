#pragma once

#include <httplib.h>

#include <array>
#include <chrono>
#include <functional>

namespace disgnn::serve {

/// What a client may take; httplib itself reads lines and headers without end.
struct StreamLimits {
  std::size_t request_bytes;               ///< first line and headers
  std::chrono::milliseconds request_time;  ///< from their first byte to their last
  std::chrono::milliseconds hurried_time;  ///< the same, and for the first byte, while others wait
  std::chrono::milliseconds blocked_time;  ///< that a response may wait for a client to take it;
                                           ///< `request_time` while others wait
};

/// A connection that gives a client so many bytes and so much time for each request, and no more.
/// Closes the socket at its end.
class BoundedStream : public httplib::Stream {
 public:
  /// `others_wait` is asked now and then, from the thread that reads.
  BoundedStream(socket_t handle, const StreamLimits& limits, std::function<bool()> others_wait);
  ~BoundedStream() override;
  BoundedStream(const BoundedStream&) = delete;
  BoundedStream& operator=(const BoundedStream&) = delete;

  /// Waits for the first byte of the next request, a shorter time while others wait; from then on
  /// its limits count. False where it does not come.
  bool wait_for_request(std::chrono::milliseconds time, std::chrono::milliseconds hurried_time);

  bool is_readable() const override;
  bool is_writable() const override;
  ssize_t read(char* target, std::size_t size) override;
  ssize_t write(const char* source, std::size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return handle_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool wait_for_bytes(Clock::time_point since, std::chrono::milliseconds time,
                      std::chrono::milliseconds hurried_time) const;
  bool fill();

  socket_t handle_;
  StreamLimits limits_;
  std::function<bool()> others_wait_;
  std::size_t bytes_left_ = 0;
  Clock::time_point request_begin_;
  Clock::duration blocked_{};
  std::array<char, 4096> buffer_{};
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace disgnn::serve

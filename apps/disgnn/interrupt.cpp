#include "interrupt.h"

#include <csignal>

namespace disgnn::app {
namespace {

// A signal handler can reach nothing but a flag like this.
volatile std::sig_atomic_t requested = 0;

void on_signal(int signal) {
  requested = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

bool interrupt_requested() {
  return requested != 0;
}

}  // namespace disgnn::app

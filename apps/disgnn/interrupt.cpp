#include "interrupt.h"

#include <pthread.h>

#include <array>
#include <atomic>
#include <csignal>
#include <thread>

namespace disgnn::app {
namespace {

constexpr std::array kSignals{SIGINT, SIGTERM};

// Signals are sent to the process as a whole, so what they ask for is kept for it as a whole.
std::atomic<bool> asking = false;
std::atomic<bool> requested = false;

/// Those of kSignals that whoever started the program does not want it to hear (nohup, a shell's
/// background job).
sigset_t ignored_signals() {
  sigset_t ignored;
  sigemptyset(&ignored);
  for (const int signal : kSignals) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler == SIG_IGN) sigaddset(&ignored, signal);
  }
  return ignored;
}

void die_of(int signal) {
  std::signal(signal, SIG_DFL);
  sigset_t alone;
  sigemptyset(&alone);
  sigaddset(&alone, signal);
  pthread_sigmask(SIG_UNBLOCK, &alone, nullptr);
  std::raise(signal);
}

void receive(const sigset_t& signals, const sigset_t& ignored) {
  for (;;) {
    int signal = 0;
    if (sigwait(&signals, &signal) != 0) continue;
    if (asking && !requested) {
      requested = true;
    } else if (asking || sigismember(&ignored, signal) == 0) {
      die_of(signal);
    }
  }
}

}  // namespace

void receive_signals_apart() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : kSignals) sigaddset(&signals, signal);
  const sigset_t ignored = ignored_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // threads inherit it
  std::thread(receive, signals, ignored).detach();
}

void catch_interrupts() {
  asking = true;
}

bool interrupt_requested() {
  return requested;
}

}  // namespace disgnn::app

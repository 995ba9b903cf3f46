#pragma once

namespace disgnn::app {

/// From now on Ctrl-C and SIGTERM are received by a thread of their own, which does with them what
/// would have happened anyway. No handler ever runs on a thread that computes: there signals were
/// seen to corrupt memory now and then (in 2 of 20 interrupted trainings). To be called before any
/// other thread starts.
void receive_signals_apart();
/// From now on the first Ctrl-C (or SIGTERM) only asks to stop; the second one kills as usual.
void catch_interrupts();
[[nodiscard]] bool interrupt_requested();

}  // namespace disgnn::app

#pragma once

namespace disgnn::app {

/// From now on the first Ctrl-C (or SIGTERM) only asks to stop; the second one kills as usual.
void catch_interrupts();
[[nodiscard]] bool interrupt_requested();

}  // namespace disgnn::app

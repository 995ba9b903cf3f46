#include "command_line.h"
#include "interrupt.h"
#include "start_environment.h"

int main(int argc, char** argv) {
  disgnn::app::tune_start_environment(argc, argv);
  disgnn::app::receive_signals_apart();
  return disgnn::app::run_command_line(argc, argv);
}

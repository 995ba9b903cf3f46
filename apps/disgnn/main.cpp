#include "blas_tuning.h"
#include "command_line.h"

int main(int argc, char** argv) {
  disgnn::app::ensure_fast_blas(argv);
  return disgnn::app::run_command_line(argc, argv);
}

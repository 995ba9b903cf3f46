#pragma once

namespace disgnn::app {

/// OpenBLAS 0.3.21 takes processors it does not know for a Pentium 4 and then multiplies matrices
/// at a fifth of the speed. It looks only once, when it is loaded; so where its choice is older than
/// what the processor can do, the program starts itself again with OPENBLAS_CORETYPE set. A value
/// set by the user is left alone.
void ensure_fast_blas(char** argv);

}  // namespace disgnn::app

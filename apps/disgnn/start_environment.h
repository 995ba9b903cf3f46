#pragma once

#include "disgnn/config/settings.h"

namespace disgnn::app {

/// Two libraries read their settings only once, when they are loaded, and choose badly by default:
///  - OpenBLAS 0.3.21 takes processors it does not know for a Pentium 4 and then multiplies
///  matrices
///    at a fifth of the speed (OPENBLAS_CORETYPE cures it);
///  - libgomp's idle threads spin so long that another program on the same cores slows training
///    down to a tenth (GOMP_SPINCOUNT cures it).
/// For commands that compute, the program therefore sets what is missing and starts itself again.
/// Values the user has set are left alone.
void tune_start_environment(int argc, char** argv);

/// Memory that tensors give back is usually kept, so that the system need not clear it again in the
/// next step. With --memory lean large blocks go back at once instead.
void tune_allocator(const run::Settings& settings);

}  // namespace disgnn::app

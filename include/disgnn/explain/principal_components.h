#pragma once

#include <ATen/core/Tensor.h>

namespace disgnn {

/// The k directions in which points vary most.
struct PrincipalComponents {
  at::Tensor positions;  ///< float [N, k]: the points along them, centred
  at::Tensor explained;  ///< double [k]: their shares of the whole variance; 0 where it is none
};

/// Of points[N, D]; components beyond the D-th are zero. Signs are fixed: the entry of a direction
/// that is largest in size is positive. O(N D^2 + D^3).
PrincipalComponents principal_components(const at::Tensor& points, std::int64_t count);

}  // namespace disgnn

#pragma once

#include <ATen/core/Tensor.h>

namespace disgnn {

/// The two directions in which points vary most.
struct PrincipalComponents {
  at::Tensor positions;  ///< float [N, 2]: the points along them, centred
  at::Tensor explained;  ///< double [2]: their shares of the whole variance; 0 where it is none
};

/// Of points[N, D]; with D = 1 the second component is zero. Signs are fixed: the entry of a
/// direction that is largest in size is positive. O(N D^2 + D^3).
PrincipalComponents principal_components(const at::Tensor& points);

}  // namespace disgnn

#include "relations/small_matrices.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

namespace disgnn::relations {
namespace {

/// Inside a parallel region OpenBLAS starts no threads of its own.
template <typename Work>
void on_one_thread(const Work& work) {
  at::parallel_for(0, 2, 1, [&](std::int64_t begin, std::int64_t /*end*/) {
    if (begin == 0) work();
  });
}

at::Tensor tensor_of(const std::vector<double>& m, std::int64_t n) {
  return at::from_blob(const_cast<double*>(m.data()), {n, n}, at::kDouble).clone();
}

std::vector<double> vector_of(const at::Tensor& x) {
  const at::Tensor flat = x.contiguous();
  return {flat.data_ptr<double>(), flat.data_ptr<double>() + flat.numel()};
}

}  // namespace

Eigen symmetric_eigen(const std::vector<double>& m, std::int64_t n) {
  Eigen eigen;
  on_one_thread([&] {
    const at::Tensor matrix = tensor_of(m, n);
    const auto [values, vectors] = at::linalg_eigh((matrix + matrix.t()) / 2);
    eigen = {vector_of(values), vector_of(vectors)};
  });
  return eigen;
}

std::vector<double> nearest_rotation(const std::vector<double>& m, std::int64_t n) {
  std::vector<double> rotation;
  on_one_thread([&] {
    const auto [u, s, vt] = at::linalg_svd(tensor_of(m, n));
    rotation = vector_of(at::matmul(u, vt));
  });
  return rotation;
}

}  // namespace disgnn::relations

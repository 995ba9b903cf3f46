#include "extensions/krr/candidate_kernels.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "support/small_graphs.h"
#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

const std::vector<NodeId> kAllNodes{0, 1, 2, 3};

CandidateKernels kernels_of(const Graph& graph) {
  return {NodeInput(random_tensor({4, 3}, 7)), graph.index(), kAllNodes};
}

TEST(CandidateKernels, AreStructureLinksTwinsNearWalksAndFeatures) {
  const Graph graph = triangle_with_tail();
  const CandidateKernels kernels = kernels_of(graph);
  EXPECT_EQ(kernels.structure_position(), 0U);
  EXPECT_EQ(kernels.candidates(), (std::vector<KernelProduct>{
                                      {0}, {1}, {1, 0}, {2}, {2, 0}, {3}, {4}, {5}, {5, 0}, {6}}));
  EXPECT_EQ(kernels.grams().size(), 7U);
}

TEST(CandidateKernels, AddUpProducts) {
  const Graph graph = triangle_with_tail();
  const CandidateKernels kernels = kernels_of(graph);
  const std::vector<at::Tensor> grams = kernels.grams();
  const std::vector<KernelProduct> terms{{5, 0}, {3}};
  EXPECT_EQ(difference(kernels.sum_of(terms, kAllNodes).to(at::kFloat),
                       grams[5] * grams[0] + grams[3], 1e-5),
            "");
}

TEST(CandidateKernels, ReadTheKernelOfStructureThatIsSet) {
  const Graph graph = triangle_with_tail();
  CandidateKernels kernels = kernels_of(graph);
  const StructureKernel weighed =
      kernels.structure_kernel().weighed(at::full({9}, 0.25, at::kDouble));
  kernels.set_structure(weighed);
  const at::Tensor expected = weighed.of(kAllNodes);
  EXPECT_EQ(difference(kernels.sum_of(std::vector<KernelProduct>{{0}}, kAllNodes), expected, 1e-9),
            "");
  EXPECT_EQ(difference(kernels.grams()[0], expected.to(at::kFloat), 1e-6), "");
}

}  // namespace
}  // namespace disgnn::nn

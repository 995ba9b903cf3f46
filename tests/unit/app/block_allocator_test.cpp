#include "block_allocator.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cstdint>

namespace disgnn::app {
namespace {

constexpr std::int64_t kMegabyte = (1 << 20) / sizeof(float);

std::uintptr_t address(const at::Tensor& tensor) {
  return reinterpret_cast<std::uintptr_t>(tensor.data_ptr());
}

/// Where a tensor of so many megabytes lies that is given back at once.
std::uintptr_t fleeting(std::int64_t megabytes) {
  return address(at::empty({megabytes * kMegabyte}));
}

TEST(BlockAllocator, GivesMemoryOfEverySizeInWholeLines) {
  use_block_allocator(FreedBlocks::kKeep);
  for (const std::int64_t size : {1, 7, 1000, 300'000, 5'000'000}) {
    at::Tensor tensor = at::full({size}, 3.0F);
    EXPECT_EQ(address(tensor) % 64, 0U) << size;
    EXPECT_EQ(tensor.sum(at::kDouble).item<double>(), 3.0 * static_cast<double>(size));
  }
  EXPECT_EQ(at::empty({0}).numel(), 0);
}

TEST(BlockAllocator, TakesAKeptBlockThatIsNotMuchTooLarge) {
  use_block_allocator(FreedBlocks::kKeep);
  const std::uintptr_t kept = fleeting(40);
  const at::Tensor smaller = at::empty({30 * kMegabyte});
  EXPECT_LT(address(smaller) - kept + 8192, 2 * 8192U);  // same block, begun at another line
  const at::Tensor tiny = at::empty({2 * kMegabyte});
  EXPECT_GT(address(tiny) - kept + 8192, 2 * 8192U);
}

TEST(BlockAllocator, NeverLetsLivingTensorsShareMemory) {
  use_block_allocator(FreedBlocks::kKeep);
  std::vector<at::Tensor> tensors;
  for (int i = 0; i < 8; ++i) {
    (void)fleeting(3);
    tensors.push_back(at::full({3 * kMegabyte}, static_cast<float>(i)));
  }
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(tensors[i].min().item<float>(), static_cast<float>(i));
    EXPECT_EQ(tensors[i].max().item<float>(), static_cast<float>(i));
  }
}

TEST(BlockAllocator, SaysSoWhenThereIsNotSoMuchMemory) {
  use_block_allocator(FreedBlocks::kKeep);
  EXPECT_THROW((void)at::empty({std::int64_t{1} << 50}), std::bad_alloc);
}

}  // namespace
}  // namespace disgnn::app

#include "block_allocator.h"

#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <mutex>
#include <new>
#include <utility>

namespace disgnn::app {
namespace {

constexpr std::size_t kSmallestBlock = 1 << 20;
constexpr std::size_t kLine = 64;
constexpr std::size_t kHugePage = 2 << 20;
/// A kept block serves a request if it is at most this many times as large.
constexpr double kMostWaste = 1.6;

/// Stands at the beginning of every block.
struct alignas(kLine) Header {
  std::size_t size;  ///< of the whole block; 0: from malloc
  void* block;       ///< where the block begins
};

/// Blocks that were given back, by size.
class BlockPool {
 public:
  void keep(bool keep_freed) { keep_ = keep_freed; }

  void* allocate(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    // Tables that begin at the same place of their pages would meet in the same sets of the caches.
    const std::size_t shift = kLine * (next_shift_++ % 64);
    const std::size_t needed = round_up(bytes + sizeof(Header) + 64 * kLine);
    const auto [block, size] = take(needed);
    auto* const header = new (static_cast<std::byte*>(block) + shift) Header{size, block};
    return header + 1;
  }

  void release(const Header& header) {
    const std::lock_guard lock(mutex_);
    if (keep_) {
      // Before others of its size: what was given back last may still be in the cache.
      kept_.emplace_hint(kept_.lower_bound(header.size), header.size, header.block);
    } else {
      munmap(header.block, header.size);
    }
  }

 private:
  static std::size_t round_up(std::size_t bytes) {
    constexpr std::size_t kStep = 1 << 16;
    return (bytes + kStep - 1) / kStep * kStep;
  }

  /// Memory that begins with a huge page, or null.
  static void* map(std::size_t size) {
    void* const start =
        mmap(nullptr, size + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) return nullptr;
    auto* const begin = static_cast<std::byte*>(start);
    const std::size_t before =
        (kHugePage - reinterpret_cast<std::uintptr_t>(begin) % kHugePage) % kHugePage;
    if (before > 0) munmap(begin, before);
    if (before < kHugePage) munmap(begin + before + size, kHugePage - before);
    madvise(begin + before, size, MADV_HUGEPAGE);
    return begin + before;
  }

  void return_all() {
    for (const auto& [size, block] : kept_) munmap(block, size);
    kept_.clear();
  }

  /// Before the pool grows: gives back kept blocks that are just too small. Whoever needs one of
  /// their size next time takes a larger one.
  void make_room(std::size_t needed) {
    std::size_t returned = 0;
    while (returned < needed) {
      const auto above = kept_.lower_bound(needed);
      if (above == kept_.begin()) return;
      const auto largest = std::prev(above);
      if (kMostWaste * static_cast<double>(largest->first) < static_cast<double>(needed)) return;
      munmap(largest->second, largest->first);
      returned += largest->first;
      kept_.erase(largest);
    }
  }

  std::pair<void*, std::size_t> take(std::size_t needed) {
    const auto found = kept_.lower_bound(needed);
    if (found != kept_.end() &&
        static_cast<double>(found->first) <= kMostWaste * static_cast<double>(needed)) {
      const std::pair<void*, std::size_t> result{found->second, found->first};
      kept_.erase(found);
      return result;
    }
    make_room(needed);
    void* block = map(needed);
    if (block == nullptr) {
      return_all();
      block = map(needed);
    }
    if (block == nullptr) throw std::bad_alloc();
    return {block, needed};
  }

  std::mutex mutex_;
  std::multimap<std::size_t, void*> kept_;
  std::size_t next_shift_ = 0;
  bool keep_ = true;
};

BlockPool& pool() {
  static auto* const blocks = new BlockPool();  // never destroyed: tensors may outlive main
  return *blocks;
}

void release(void* data) {
  if (data == nullptr) return;
  Header* const header = static_cast<Header*>(data) - 1;
  if (header->size == 0) {
    std::free(header->block);
  } else {
    pool().release(*header);
  }
}

class BlockAllocator final : public c10::Allocator {
 public:
  [[nodiscard]] c10::DataPtr allocate(std::size_t bytes) const override {
    if (bytes == 0) return {nullptr, nullptr, &release, c10::DeviceType::CPU};
    void* data = nullptr;
    if (bytes >= kSmallestBlock) {
      data = pool().allocate(bytes);
    } else {
      void* block = nullptr;
      if (posix_memalign(&block, kLine, bytes + sizeof(Header)) != 0) throw std::bad_alloc();
      data = new (block) Header{0, block} + 1;
    }
    return {data, data, &release, c10::DeviceType::CPU};
  }
  [[nodiscard]] c10::DeleterFnPtr raw_deleter() const override { return &release; }
};

}  // namespace

void use_block_allocator(FreedBlocks freed) {
  pool().keep(freed == FreedBlocks::kKeep);
  static BlockAllocator allocator;
  c10::SetCPUAllocator(&allocator, /*priority=*/1);
}

}  // namespace disgnn::app

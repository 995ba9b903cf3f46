#pragma once

namespace disgnn::app {

/// How memory that tensors give back is treated.
enum class FreedBlocks : bool {
  kKeep,    ///< for the next step, so that the system need not clear it again
  kReturn,  ///< to the system at once
};

/// From now on tensors of a megabyte and more get blocks of their own, straight from the system and
/// on huge pages: kernels read rows all over tables that span thousands of small pages, more than
/// the processor can look up at once. Blocks are never cut up, so that memory does not fragment
/// however often steps of two kinds take turns. To be called once, before the first tensor.
void use_block_allocator(FreedBlocks freed);

}  // namespace disgnn::app

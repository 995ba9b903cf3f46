#include "disgnn/core/random.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "disgnn/core/error.h"

namespace disgnn {
namespace {

__extension__ using Uint128 = unsigned __int128;

/// High half of the 128-bit product: for a random word, uniform in [0, bound).
std::uint64_t multiply_high(std::uint64_t word, std::uint64_t bound) {
  return static_cast<std::uint64_t>((static_cast<Uint128>(word) * bound) >> 64U);
}

/// Finaliser of SplitMix64: every output bit depends on every input bit.
std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31U);
}

}  // namespace

std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter, std::uint64_t key) {
  auto key0 = static_cast<std::uint32_t>(key);
  auto key1 = static_cast<std::uint32_t>(key >> 32U);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = 0xD2511F53ULL * counter[0];
    const std::uint64_t product1 = 0xCD9E8D57ULL * counter[2];
    counter = {static_cast<std::uint32_t>(product1 >> 32U) ^ counter[1] ^ key0,
               static_cast<std::uint32_t>(product1),
               static_cast<std::uint32_t>(product0 >> 32U) ^ counter[3] ^ key1,
               static_cast<std::uint32_t>(product0)};
    key0 += 0x9E3779B9U;
    key1 += 0xBB67AE85U;
  }
  return counter;
}

std::array<std::uint32_t, 4> RandomStream::words(std::uint64_t i) const {
  return philox4x32(
      {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i >> 32U), step_, lane_}, seed_);
}

std::uint64_t RandomStream::bits(std::uint64_t i) const {
  const auto w = words(i);
  return static_cast<std::uint64_t>(w[1]) << 32U | w[0];
}

double RandomStream::uniform(std::uint64_t i) const {
  return static_cast<double>(bits(i) >> 11U) * 0x1.0p-53;
}

std::uint64_t RandomStream::below(std::uint64_t i, std::uint64_t bound) const {
  DISGNN_ASSERT(bound > 0);
  return multiply_high(bits(i), bound);
}

double RandomStream::normal(std::uint64_t i) const {
  const auto w = words(i);
  const double u = (static_cast<double>(w[0]) + 0.5) * 0x1.0p-32;
  const double v = static_cast<double>(w[1]) * 0x1.0p-32;
  return std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * v);
}

RandomPermutation::RandomPermutation(std::uint64_t size, const RandomStream& keys) : size_(size) {
  DISGNN_ASSERT(size > 0);
  const auto bits = static_cast<unsigned>(std::bit_width(size - 1));
  half_bits_ = std::max(1U, (bits + 1) / 2);
  half_mask_ = (std::uint64_t{1} << half_bits_) - 1;
  for (int round = 0; round < kRounds; ++round) round_keys_[round] = keys.bits(round);
}

std::uint64_t RandomPermutation::operator()(std::uint64_t i) const {
  DISGNN_ASSERT(i < size_);
  // The network permutes at most 4 * size_ values: walking until we land inside takes < 4 steps
  // on average and always ends, because the walk follows a cycle that contains i itself.
  do {
    std::uint64_t left = i >> half_bits_;
    std::uint64_t right = i & half_mask_;
    for (const std::uint64_t key : round_keys_) {
      const std::uint64_t next = left ^ (mix(right ^ key) & half_mask_);
      left = right;
      right = next;
    }
    i = left << half_bits_ | right;
  } while (i >= size_);
  return i;
}

}  // namespace disgnn

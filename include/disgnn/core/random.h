#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace disgnn {

/// What random numbers are used for. Part of every stream's key, so that no two uses share bits.
/// Values are stored in no file, but changing one changes every result: append only.
enum class RandomPurpose : std::uint16_t {
  kWeights = 1,
  kSplit = 2,
  kInputDropout = 3,
  kHiddenDropout = 4,
  kEdgeDropout = 5,
  kNegativePairs = 6,
  kPositivePairs = 7,
  kCampusGroups = 8,
  kCampusEdges = 9,
  kCampusNoise = 10,
  kCampusWords = 11,
  kKMeans = 12,
  kRandomGraph = 13,
  kRoofline = 14,
  kTwoHop = 15,
  kMaskedNodes = 16,
  kDistancePairs = 17,
  kContextNodes = 18,
  kWalks = 19,
  kSkipGram = 20,
  kSearch = 21,
  kRelationHalves = 22,
  kReportSample = 23,
  kLandmarks = 24,
  kPriorDropout = 25,
  kShuffledEvidence = 26,
  kSpectralStart = 27,
  kThinnedEvidence = 28,
};

/// Philox4x32-10 (Salmon et al., SC'11): four random words from a 128-bit counter and a 64-bit key.
std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter, std::uint64_t key);

/// A random-access stream of numbers keyed by (seed, purpose, part, step): the value at an element
/// depends on nothing but the key and the element, never on call order or thread count.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, RandomPurpose purpose, std::uint32_t step = 0,
               std::uint16_t part = 0)
      : seed_(seed), step_(step), lane_(static_cast<std::uint32_t>(purpose) << 16U | part) {}

  /// Four random words at once, for filling masks: the cheapest way to many random bits.
  [[nodiscard]] std::array<std::uint32_t, 4> words(std::uint64_t i) const;
  /// 64 random bits of element i.
  [[nodiscard]] std::uint64_t bits(std::uint64_t i) const;
  /// Uniform in [0, 1), 53 bits.
  [[nodiscard]] double uniform(std::uint64_t i) const;
  /// Uniform in {0, …, bound-1}; bias below 2^-32 for any bound that fits in memory. bound > 0.
  [[nodiscard]] std::uint64_t below(std::uint64_t i, std::uint64_t bound) const;
  /// Standard normal (Box-Muller).
  [[nodiscard]] double normal(std::uint64_t i) const;
  /// Fisher-Yates shuffle; element j of the stream decides the j-th swap.
  template <typename T>
  void shuffle(std::span<T> items) const {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i, i)]);
  }

 private:
  std::uint64_t seed_;
  std::uint32_t step_;
  std::uint32_t lane_;
};

/// A pseudo-random bijection of {0, …, size-1} evaluated one element at a time in O(1) memory: a
/// Feistel network on the next even power of two with cycle walking. Distinct inputs give distinct
/// outputs, so sampling without replacement needs neither a table nor rejection.
class RandomPermutation {
 public:
  RandomPermutation(std::uint64_t size, const RandomStream& keys);
  [[nodiscard]] std::uint64_t operator()(std::uint64_t i) const;

 private:
  static constexpr int kRounds = 6;
  std::uint64_t size_;
  unsigned half_bits_;
  std::uint64_t half_mask_;
  std::array<std::uint64_t, kRounds> round_keys_{};
};

}  // namespace disgnn

#pragma once

#include <cstdint>

namespace disgnn::ops {

/// How an entry (v, u) is scored from p of v and q of u, per channel.
enum class ScoreKind : std::uint8_t {
  kMlp,  ///< w . LeakyReLU(p + q); per-node terms P, Q
  kDot,  ///< p . q; one per-node term for both ends
};

/// Blocks of per-node terms that scoring takes: P and Q, or one for both.
constexpr std::int64_t score_terms(ScoreKind kind) {
  return kind == ScoreKind::kMlp ? 2 : 1;
}

}  // namespace disgnn::ops

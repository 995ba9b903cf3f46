#include "campus_words.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "disgnn/core/random.h"

namespace disgnn {
namespace {

/// Draws each person's words into compressed rows.
class WordDrawer {
 public:
  WordDrawer(const CampusOptions& options, const CampusMemberships& memberships)
      : options_(options),
        memberships_(memberships),
        stream_(options.seed, RandomPurpose::kCampusWords),
        vocabulary_(campus_vocabulary(options, memberships.group_counts)),
        first_words_(options.relations) {
    std::int64_t word = 0;
    for (std::int32_t r = 0; r < options.relations; ++r) {
      first_words_[r] = word;
      word += static_cast<std::int64_t>(memberships.group_counts[r]) * options.words_per_group;
    }
  }

  Features draw() {
    if (vocabulary_ == 0) return {};
    SparseFeatures features;
    features.rows = options_.nodes;
    features.columns = vocabulary_;
    features.offsets.reserve(static_cast<std::size_t>(options_.nodes) + 1);
    features.offsets.push_back(0);
    for (NodeId v = 0; v < options_.nodes; ++v) {
      draw_words_of(v);
      append_counts(features);
    }
    return features;
  }

 private:
  /// The next number of the current person's own part of the stream.
  double next_uniform() { return stream_.uniform(next_element_++); }

  void draw_words_of(NodeId v) {
    next_element_ = static_cast<std::uint64_t>(v) << 32U;
    words_.clear();
    for (std::int32_t r = 0; r < options_.relations; ++r) {
      const std::int64_t group = memberships_.groups_of[r][v];
      draw_each(first_words_[r] + group * options_.words_per_group, options_.words_per_group,
                options_.word_probability);
    }
    if (options_.feature_noise > 0) replace_words();
    draw_each(0, vocabulary_, options_.background);
  }

  /// Takes each of the words first .. first+count-1 with the given probability. Jumps from word to
  /// word by geometric steps: O(words taken), not O(count).
  void draw_each(std::int64_t first, std::int64_t count, double probability) {
    if (probability == 0) return;
    const double log_of_absence = std::log1p(-probability);  // -infinity at 1: steps of 0
    for (std::int64_t word = 0;; ++word) {
      const double step = std::floor(std::log(1 - next_uniform()) / log_of_absence);
      if (step >= static_cast<double>(count - word)) return;
      word += static_cast<std::int64_t>(step);
      words_.push_back(static_cast<std::int32_t>(first + word));
    }
  }

  void replace_words() {
    for (std::int32_t& word : words_) {
      if (next_uniform() >= options_.feature_noise) continue;
      word = static_cast<std::int32_t>(stream_.below(next_element_++, vocabulary_));
    }
  }

  void append_counts(SparseFeatures& features) {
    std::sort(words_.begin(), words_.end());
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (i > 0 && words_[i] == words_[i - 1]) {
        ++features.values.back();
      } else {
        features.column_indices.push_back(words_[i]);
        features.values.push_back(1.0F);
      }
    }
    features.offsets.push_back(static_cast<std::int64_t>(features.values.size()));
  }

  const CampusOptions& options_;
  const CampusMemberships& memberships_;
  RandomStream stream_;
  std::int64_t vocabulary_;
  std::vector<std::int64_t> first_words_;  // [relations]
  std::uint64_t next_element_ = 0;
  std::vector<std::int32_t> words_;  // of the current person, repeated words included
};

}  // namespace

std::int64_t campus_vocabulary(const CampusOptions& options,
                               const std::vector<std::int32_t>& group_counts) {
  const auto groups =
      std::accumulate(group_counts.begin(), group_counts.end(), static_cast<std::int64_t>(0));
  return groups * options.words_per_group + options.noise_words;
}

Features draw_campus_words(const CampusOptions& options, const CampusMemberships& memberships) {
  return WordDrawer(options, memberships).draw();
}

}  // namespace disgnn

#include "disgnn/embed/deepwalk.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "disgnn/core/error.h"
#include "disgnn/core/random.h"
#include "disgnn/graph/neighbourhoods.h"
#include "embed/kernels/skip_gram_kernel.h"
#include "embed/negative_nodes.h"
#include "embed/random_walk.h"

namespace disgnn::embed {
namespace {

/// Random words one after the other from a stream, four per call of the generator.
class Words {
 public:
  Words(const RandomStream& stream, std::uint64_t first) : stream_(stream), next_(first) {}
  std::uint32_t operator()() {
    if (used_ == words_.size()) {
      words_ = stream_.words(next_++);
      used_ = 0;
    }
    return words_[used_++];
  }

 private:
  const RandomStream& stream_;
  std::uint64_t next_;
  std::array<std::uint32_t, 4> words_{};
  std::size_t used_ = 4;
};

class SkipGram {
 public:
  SkipGram(const Graph& graph, const DeepWalkOptions& options)
      : options_(options),
        edges_(without_self_loops(*graph.index())),
        noise_(*edges_),
        inputs_{graph.nodes(), options.dimension, {}},
        outputs_(graph.nodes() * options.dimension, 0.0F) {
    const RandomStream start(options.seed, RandomPurpose::kSkipGram);
    inputs_.values.resize(outputs_.size());
    for (std::size_t i = 0; i < inputs_.values.size(); ++i) {
      inputs_.values[i] =
          static_cast<float>((start.uniform(i) - 0.5) / static_cast<double>(options.dimension));
    }
  }

  DenseFeatures train(const EmbeddingProgress& progress) {
    for (std::int64_t pass = 0; pass < options_.walks; ++pass) {
      if (progress && !progress(static_cast<double>(pass) / static_cast<double>(options_.walks))) {
        throw Error(ErrorKind::kInterrupted, "stopped while computing DeepWalk vectors");
      }
      run_pass(pass);
    }
    return std::move(inputs_);
  }

 private:
  /// One walk from every node, in random order.
  void run_pass(std::int64_t pass) {
    constexpr std::int64_t kPortion = 64;
    std::atomic<std::int64_t> next = 0;
    const auto work = [&] {
      Worker worker(*this, pass);
      for (std::int64_t first = next.fetch_add(kPortion); first < edges_->nodes();
           first = next.fetch_add(kPortion)) {
        const std::int64_t last = std::min<std::int64_t>(first + kPortion, edges_->nodes());
        for (std::int64_t walk = first; walk < last; ++walk) worker.walk(walk);
      }
    };
    std::vector<std::thread> helpers;
    for (std::int64_t i = 1; i < options_.threads; ++i) helpers.emplace_back(work);
    work();
    for (std::thread& helper : helpers) helper.join();
  }

  class Worker {
   public:
    Worker(SkipGram& owner, std::int64_t pass)
        : owner_(owner),
          pass_(pass),
          walks_(owner.options_.seed, RandomPurpose::kWalks, static_cast<std::uint32_t>(pass)),
          // Step 0 of this purpose drew the first vectors.
          draws_(owner.options_.seed, RandomPurpose::kSkipGram,
                 static_cast<std::uint32_t>(pass + 1)),
          order_(owner.edges_->nodes(), walks_),
          scratch_(owner.options_.dimension),
          targets_(1 + owner.options_.negatives) {}

    void walk(std::int64_t number) {
      const DeepWalkOptions& options = owner_.options_;
      random_walk(*owner_.edges_, static_cast<NodeId>(order_(number)), options.length, walks_,
                  (1 + static_cast<std::uint64_t>(number)) * options.length, path_);
      // A walk draws a window per node and two words per random node: fewer than 2^24 fours.
      Words words(draws_, static_cast<std::uint64_t>(number) << 24U);
      const double done =
          (static_cast<double>(pass_) + static_cast<double>(number) / owner_.edges_->nodes()) /
          static_cast<double>(options.walks);
      const auto rate =
          static_cast<float>(options.learning_rate * std::max(1 - done, kLeastRateShare));
      const auto length = static_cast<std::int64_t>(path_.size());
      for (std::int64_t at = 0; at < length; ++at) {
        // A random window weighs near nodes more than far ones.
        const std::int64_t window =
            1 + static_cast<std::int64_t>((static_cast<std::uint64_t>(words()) * options.window) >>
                                          32U);
        const std::int64_t last = std::min(length - 1, at + window);
        for (std::int64_t other = std::max<std::int64_t>(0, at - window); other <= last; ++other) {
          if (other != at) predict(path_[other], path_[at], rate, words);
        }
      }
    }

   private:
    static constexpr double kLeastRateShare = 1e-4;

    void predict(NodeId from, NodeId to, float rate, Words& words) {
      const std::int64_t dimension = owner_.options_.dimension;
      targets_[0] = owner_.outputs_.data() + to * dimension;
      std::int64_t count = 1;
      for (std::int64_t k = 0; k < owner_.options_.negatives; ++k) {
        const std::uint32_t place = words();
        const NodeId random = owner_.noise_.draw(place, words());
        if (random != to) targets_[count++] = owner_.outputs_.data() + random * dimension;
      }
      skip_gram_step({owner_.inputs_.values.data() + from * dimension, targets_.data(), count,
                      dimension, rate, scratch_.data()});
    }

    SkipGram& owner_;
    std::int64_t pass_;
    RandomStream walks_;
    RandomStream draws_;
    RandomPermutation order_;
    std::vector<float> scratch_;
    std::vector<float*> targets_;
    std::vector<NodeId> path_;
  };

  const DeepWalkOptions& options_;
  std::shared_ptr<const PairIndex> edges_;
  NegativeNodes noise_;
  DenseFeatures inputs_;        // [N, dimension]
  std::vector<float> outputs_;  // [N, dimension]
};

}  // namespace

DenseFeatures deepwalk(const Graph& graph, const DeepWalkOptions& options,
                       const EmbeddingProgress& progress) {
  DISGNN_ASSERT(options.dimension > 0 && options.length > 0 && options.window > 0);
  return SkipGram(graph, options).train(progress);
}

}  // namespace disgnn::embed

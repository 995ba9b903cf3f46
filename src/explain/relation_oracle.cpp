#include "disgnn/explain/relation_oracle.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <set>

#include "disgnn/core/clustering_scores.h"
#include "disgnn/model/scorer.h"
#include "disgnn/train/adam.h"

namespace disgnn::train {
namespace {

/// Entries with a known relation and these relations.
struct Half {
  std::vector<std::int64_t> entries;
  std::vector<std::int64_t> relations;

  [[nodiscard]] bool has_two_relations() const {
    return std::set<std::int64_t>(relations.begin(), relations.end()).size() > 1;
  }
};

struct Halves {
  Half told;
  Half asked;
};

/// Both directions of an edge go into the same half.
Halves halves_of(const Dataset& data, std::uint64_t seed) {
  const PairIndex& index = *data.graph.index();
  const RandomStream stream(seed, RandomPurpose::kRelationHalves);
  const std::vector<NodeId> rows = index.expanded_rows();
  Halves halves;
  for (EntryId e = 0; e < index.entries(); ++e) {
    if (data.entry_relations[e] < 0) continue;
    const auto [low, high] = std::minmax(rows[e], index.columns()[e]);
    const std::uint64_t pair = static_cast<std::uint64_t>(low) * index.nodes() + high;
    Half& half = stream.uniform(pair) < 0.5 ? halves.told : halves.asked;
    half.entries.push_back(e);
    half.relations.push_back(data.entry_relations[e]);
  }
  return halves;
}

at::Tensor tensor_of(std::vector<std::int64_t>& values) {
  return at::from_blob(values.data(), {static_cast<std::int64_t>(values.size())}, at::kLong);
}

/// s[E, relations]
at::Tensor scores_of(const nn::ChannelScorer& scorer, std::int64_t relations,
                     const nn::NodeInput& h, const ops::PairIndexPtr& edges) {
  return scorer.score(scorer.terms_of(h, {0, relations}), edges);
}

}  // namespace

std::optional<double> relation_oracle_nmi(const Dataset& data, const nn::NodeInput& features,
                                          const RelationOracleOptions& options) {
  if (data.entry_relations.empty()) return std::nullopt;
  Halves halves = halves_of(data, options.seed);
  if (!halves.told.has_two_relations() || !halves.asked.has_two_relations()) return std::nullopt;
  const auto relations = static_cast<std::int64_t>(data.relation_names.size());
  const auto scorer =
      nn::make_scorer(options.scorer, {features.columns(), relations, options.hidden},
                      nn::ParameterInit(options.seed).scope("oracle"));
  Adam adam(scorer->named_parameters(),
            {.learning_rate = options.learning_rate, .weight_decay = options.weight_decay});
  const at::Tensor told = tensor_of(halves.told.entries);
  const at::Tensor targets = tensor_of(halves.told.relations);
  for (std::int64_t step = 0; step < options.steps; ++step) {
    const nn::NodeInput kept = features.dropout(
        options.dropout,
        RandomStream(options.seed, RandomPurpose::kInputDropout, static_cast<std::uint32_t>(step)));
    adam.clear_gradients();
    at::cross_entropy_loss(
        scores_of(*scorer, relations, kept, data.graph.index()).index_select(0, told), targets)
        .backward();
    adam.step();
  }
  const at::NoGradGuard no_gradients;
  const at::Tensor found = scores_of(*scorer, relations, features, data.graph.index())
                               .index_select(0, tensor_of(halves.asked.entries))
                               .argmax(1)
                               .to(at::kInt)
                               .contiguous();
  const std::vector<std::int32_t> truth(halves.asked.relations.begin(),
                                        halves.asked.relations.end());
  return normalised_mutual_information(
      {found.data_ptr<std::int32_t>(), static_cast<std::size_t>(found.numel())}, truth);
}

}  // namespace disgnn::train

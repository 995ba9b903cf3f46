#include "data/readers/feature_files.h"
#include "disgnn/core/atomic_file.h"
#include "disgnn/data/npy.h"
#include "disgnn/embed/multi_label_task.h"
#include "disgnn/reproduce/report.h"
#include "reproduce/table_view.h"

namespace disgnn::reproduce {

std::vector<EmbeddingQuality> embedding_qualities(const StudyResults& results,
                                                  const StudyOptions& options) {
  std::vector<EmbeddingQuality> qualities;
  for (const std::string& dataset : embedded_graphs(results)) {
    const std::filesystem::path several = options.data_root / dataset / "labels_multi.npz";
    const std::filesystem::path vectors = embedding_file(options, dataset);
    if (!std::filesystem::exists(several) || !std::filesystem::exists(vectors)) continue;
    const DenseFeatures table =
        dense_features_from_array(parse_npy(read_file(vectors), vectors.string()));
    const SparseFeatures labels = embed::read_multi_labels(several.string(), table.rows);
    constexpr double kTrainingShare = 0.5;
    const embed::RepeatedScores scores =
        embed::repeated_multi_label_scores(table, labels, kTrainingShare, kEmbeddingTests);
    qualities.push_back({dataset, run::spread(scores.micro_f1), run::spread(scores.macro_f1)});
  }
  return qualities;
}

}  // namespace disgnn::reproduce

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "disgnn/reproduce/study.h"
#include "disgnn/run/summary.h"

namespace disgnn::reproduce {

/// What a report says about how it came about.
struct Provenance {
  std::string date;
  std::string commit;
  std::string command;
  std::string machine;
  std::vector<std::string> experiments;  ///< what was asked for, of experiment_names()
};

/// Channel correlations of one model, by layer.
struct ChannelCase {
  std::string variant;
  std::int64_t channels = 0;
  std::vector<std::vector<double>> existence;  ///< [L] of [C, C]
  std::vector<std::vector<double>> weight;     ///< the same of the edge weights A
};

/// How well DeepWalk vectors predict the several labels of a node, from half of the nodes.
struct EmbeddingQuality {
  std::string dataset;
  run::Spread micro_f1;
  run::Spread macro_f1;
};

/// How well the relations of one campus graph are told apart, in NMI, and its homophily AUC.
struct RelationPoint {
  std::string dataset;
  run::Spread base;
  run::Spread full;
  run::Spread oracle;  ///< by a scorer that is told the relations of half the edges
  double base_auc = 0;
  double full_auc = 0;
};

/// Random halves that an EmbeddingQuality is the mean of.
constexpr int kEmbeddingTests = 5;

/// What a report measures on the models and vectors that a study left behind.
struct Measurements {
  std::vector<ChannelCase> channels;
  std::vector<EmbeddingQuality> embeddings;
  std::vector<RelationPoint> relations;
};

/// Measured on the stored models of the cells for figure-channels; empty where they are not there.
std::vector<ChannelCase> channel_cases(const StudyResults& results, const StudyOptions& options);

/// Of the graphs without features that come with a file labels_multi.npz.
std::vector<EmbeddingQuality> embedding_qualities(const StudyResults& results,
                                                  const StudyOptions& options);

/// Of the campus graphs that both models were trained on.
std::vector<RelationPoint> relation_sweep(const StudyResults& results, const StudyOptions& options);

/// Everything measured, for machines.
std::string results_json(const StudyResults& results, const StudyOptions& options,
                         const Measurements& measured, const Provenance& provenance);
/// The tables with the paper's figures and the significance, links to the figures, the settings.
std::string markdown_report(const StudyResults& results, const StudyOptions& options,
                            const Measurements& measured, const Provenance& provenance);
std::string latex_tables(const StudyResults& results, const Provenance& provenance);

/// Writes results.json, RESULTS.md, tables.tex, figures/*.svg and configs/*.toml into options.out;
/// what has no results is left out.
void write_report(const StudyResults& results, const StudyOptions& options,
                  const Provenance& provenance);

/// Processor, cores and memory of this machine.
std::string machine_description();

}  // namespace disgnn::reproduce

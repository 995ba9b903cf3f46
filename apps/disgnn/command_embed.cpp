#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "disgnn/config/threads.h"
#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/data/npy.h"
#include "disgnn/embed/deepwalk.h"
#include "disgnn/embed/multi_label_task.h"
#include "disgnn/run/run_data.h"
#include "disgnn/run/summary.h"
#include "interrupt.h"
#include "output.h"
#include "settings_flags.h"

namespace disgnn::app {
namespace {

struct EmbedArguments {
  SettingsFlags settings;
  embed::DeepWalkOptions options;
  std::string out;
  std::string evaluate;
  double training_share = 0.5;
  std::int64_t evaluations = 5;
  bool json = false;
  bool quiet = false;
};

embed::EmbeddingProgress progress_of(const EmbedArguments& arguments) {
  const bool terminal = isatty(STDERR_FILENO) != 0 && !arguments.quiet;
  return [terminal](double share) {
    if (terminal) {
      fmt::print(stderr, "\r\x1b[Kwalks and skip-gram: {:.0f} %", 100 * share);
      std::fflush(stderr);
    }
    return !interrupt_requested();
  };
}

struct Quality {
  run::Spread micro_f1;
  run::Spread macro_f1;
};

/// Mean over several random choices of the training nodes.
Quality measure(const EmbedArguments& arguments, const DenseFeatures& vectors,
                const SparseFeatures& labels) {
  const embed::RepeatedScores scores = embed::repeated_multi_label_scores(
      vectors, labels, arguments.training_share, arguments.evaluations);
  return {run::spread(scores.micro_f1), run::spread(scores.macro_f1)};
}

void embed_graph(const EmbedArguments& arguments) {
  run::Settings settings;
  arguments.settings.apply(settings);
  run::resolve(settings);
  run::use_threads(settings.threads);
  const Dataset data = run::load_dataset(settings);
  print_warnings(data.warnings);
  const std::filesystem::path out =
      arguments.out.empty() ? fmt::format("{}-deepwalk.npy", data.name) : arguments.out;
  if (out.extension() != ".npy") {
    throw usage_error(fmt::format("--out {}: vectors are written as .npy", out.string()),
                      "end the file name with .npy");
  }
  SparseFeatures labels;  // read before the work: a wrong file is known at once
  if (!arguments.evaluate.empty()) {
    labels = embed::read_multi_labels(arguments.evaluate, data.nodes());
  }
  catch_interrupts();
  const auto start = std::chrono::steady_clock::now();
  const DenseFeatures vectors =
      embed::deepwalk(data.graph, arguments.options, progress_of(arguments));
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  write_file_atomically(out, encode_npy(vectors.values, {vectors.rows, vectors.columns}));

  nlohmann::ordered_json json = {{"dataset", data.name},
                                 {"nodes", vectors.rows},
                                 {"dimension", vectors.columns},
                                 {"vectors", out.string()},
                                 {"seconds", seconds}};
  if (isatty(STDERR_FILENO) != 0 && !arguments.quiet) fmt::print(stderr, "\r\x1b[K");
  if (!arguments.json) {
    fmt::print("{} vectors of {} dimensions in {:.1f} s, written to {}\n", vectors.rows,
               vectors.columns, seconds, out.string());
  }
  if (!arguments.evaluate.empty()) {
    const Quality quality = measure(arguments, vectors, labels);
    json["training_share"] = arguments.training_share;
    json["micro_f1"] = {{"mean", quality.micro_f1.mean}, {"std", quality.micro_f1.std}};
    json["macro_f1"] = {{"mean", quality.macro_f1.mean}, {"std", quality.macro_f1.std}};
    if (!arguments.json) {
      fmt::print(
          "logistic regression on {:.0f} % of the nodes, {} times: micro-F1 {:.4f} ± {:.4f}, "
          "macro-F1 {:.4f} ± {:.4f}\n",
          100 * arguments.training_share, arguments.evaluations, quality.micro_f1.mean,
          quality.micro_f1.std, quality.macro_f1.mean, quality.macro_f1.std);
    }
  }
  if (arguments.json) print_json(json);
}

}  // namespace

void add_embed_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "embed", "Compute DeepWalk vectors of the nodes, for graphs without features");
  auto arguments = std::make_shared<EmbedArguments>();
  arguments->settings.add_to(*command, {"data"});
  embed::DeepWalkOptions& options = arguments->options;
  const auto add = [&](const char* name, std::int64_t& value, std::int64_t min, std::int64_t max,
                       const char* help) {
    command->add_option(name, value, fmt::format("{}; {} .. {}", help, min, max))
        ->check(CLI::Range(min, max))
        ->capture_default_str();
  };
  add("--dim", options.dimension, 1, 65536, "dimensions of a vector");
  add("--walks", options.walks, 1, 100000, "random walks from every node");
  add("--length", options.length, 2, 10000, "nodes per walk");
  add("--window", options.window, 1, 1000,
      "largest distance in a walk of two nodes that predict each other");
  add("--negatives", options.negatives, 1, 100, "random nodes per such pair");
  add("--threads", options.threads, 1, 4096,
      "threads; one gives the same vectors every time, more are faster");
  command->add_option("--lr", options.learning_rate, "learning rate at the start")
      ->check(CLI::Range(1e-6, 10.0))
      ->capture_default_str();
  command->add_option("--seed", options.seed, "seed of walks and vectors")->capture_default_str();
  command->add_option("--out", arguments->out, "file to write (default: NAME-deepwalk.npy)");
  command->add_option("--evaluate", arguments->evaluate,
                      "SciPy CSR file [nodes, labels] (.npz): measure the vectors by predicting "
                      "these labels with logistic regression");
  command
      ->add_option("--training-share", arguments->training_share,
                   "share of the nodes whose labels --evaluate learns from")
      ->check(CLI::Range(0.01, 0.99))
      ->capture_default_str();
  add("--evaluations", arguments->evaluations, 1, 1000, "random choices of these nodes");
  command->add_flag("--json", arguments->json, "print what was done as JSON on stdout");
  command->add_flag("--quiet", arguments->quiet, "show no progress");
  command->callback([arguments] { embed_graph(*arguments); });
}

}  // namespace disgnn::app

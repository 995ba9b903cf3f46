// Trains on two tables and prints the predicted class of every unlabelled node.
//   classify_csv nodes.csv edges.csv
#include <disgnn/core/error.h>
#include <disgnn/data/reader.h>
#include <disgnn/run/threads.h>
#include <disgnn/train/trainer.h>

#include <iostream>

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: classify_csv nodes.csv edges.csv\n";
    return 2;
  }
  try {
    disgnn::run::use_threads(0);
    disgnn::DataSource source;
    source.nodes_file = argv[1];
    source.edges_file = argv[2];
    const disgnn::Dataset data = disgnn::make_dataset(disgnn::read_dataset(source));

    const disgnn::train::Problem problem{
        .graph = data.graph,
        .features = disgnn::nn::NodeInput(data.features),
        .labels = data.labels,
        .classes = data.classes,
        .split =
            disgnn::make_random_split(data.labels, {.train = 6, .validation = 2, .test = 2}, 1)};
    const disgnn::nn::ModelConfig model{.features = problem.features.columns(),
                                        .classes = data.classes,
                                        .channels = 4,
                                        .hidden = 16};
    disgnn::train::TrainerOptions options;
    options.epochs = 30;
    options.tasks = {{"conform", 1.0}};
    disgnn::train::Trainer trainer(problem, model, options);
    while (!trainer.finished()) trainer.run_epoch();
    trainer.restore_best();

    const auto result =
        disgnn::train::evaluate(trainer.model(), problem.features, data.graph.index());
    for (disgnn::NodeId v = 0; v < data.nodes(); ++v) {
      if (data.labels[v] < 0) {
        std::cout << data.id_of(v) << "," << data.class_names[result.predictions[v]] << "\n";
      }
    }
  } catch (const disgnn::Error& error) {
    std::cerr << error.what() << "\n";
    return error.exit_code();
  }
  return 0;
}

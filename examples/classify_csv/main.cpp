// Trains on two tables and prints the predicted class of every unlabelled node.
//   classify_csv nodes.csv edges.csv
#include <disgnn/config/model_settings.h>
#include <disgnn/config/threads.h>
#include <disgnn/core/error.h>
#include <disgnn/run/run_data.h>

#include <iostream>

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: classify_csv nodes.csv edges.csv\n";
    return 2;
  }
  try {
    disgnn::run::use_threads(0);
    disgnn::run::Settings settings;  // what `disgnn train` does without options
    settings.node_table = argv[1];
    settings.edge_table = argv[2];
    settings.split = "6:2:2";
    settings.epochs = 30;
    disgnn::run::resolve(settings);

    const disgnn::Dataset data = disgnn::run::load_dataset(settings);
    const auto seed = static_cast<std::uint64_t>(settings.seed);
    const disgnn::train::Problem problem{.graph = data.graph,
                                         .features = disgnn::run::model_input(settings, data),
                                         .labels = data.labels,
                                         .classes = data.classes,
                                         .split = disgnn::run::make_split(settings, data, seed)};
    disgnn::train::Trainer trainer(problem, disgnn::run::model_config(settings, data),
                                   disgnn::run::trainer_options(settings, seed));
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

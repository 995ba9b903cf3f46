#pragma once

#include <CLI/CLI.hpp>

namespace disgnn::app {

/// Parses the command line and runs the subcommand. Returns the exit code: 0 ok, 2 usage, 3 bad
/// input, 4 training failed, 130 interrupted.
int run_command_line(int argc, char** argv);

// Each adds its subcommand; the work is done in the subcommand's callback.
void add_train_command(CLI::App& app);
void add_tune_command(CLI::App& app);
void add_reproduce_command(CLI::App& app);
void add_predict_command(CLI::App& app);
void add_edges_command(CLI::App& app);
void add_report_command(CLI::App& app);
void add_serve_command(CLI::App& app);
void add_info_command(CLI::App& app);
void add_relations_command(CLI::App& app);
void add_embed_command(CLI::App& app);
void add_generate_command(CLI::App& app);
void add_convert_command(CLI::App& app);
void add_options_command(CLI::App& app);
void add_bench_command(CLI::App& app);

}  // namespace disgnn::app

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>

#include "command_line.h"
#include "disgnn/config/threads.h"
#include "disgnn/core/atomic_file.h"
#include "disgnn/report/document.h"
#include "disgnn/report/page.h"
#include "disgnn/report/static_figures.h"
#include "output.h"
#include "program_name.h"
#include "utc_time.h"

namespace disgnn::app {
namespace {

struct ReportArguments {
  std::vector<std::string> runs;
  std::string out = "report.html";
  std::string data;
  std::string figures;
  std::int64_t threads = 0;
  bool json = false;
};

/// Names of what was written.
std::vector<std::string> write_figures(const std::string& folder, const std::string& document) {
  std::vector<std::string> written;
  for (const auto& [name, svg] : report::static_figures(document)) {
    std::filesystem::create_directories(folder);
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    write_file_atomically(path, svg);
    written.push_back(path.string());
  }
  return written;
}

void write_report(const ReportArguments& arguments, bool names_page) {
  const bool page = names_page || (arguments.data.empty() && arguments.figures.empty());
  // Without a page there is no use in computing what it would show.
  if (page) (void)report::page_with("null");
  run::use_threads(arguments.threads);
  const std::vector<run::RunFolder> folders(arguments.runs.begin(), arguments.runs.end());
  const std::string document = report::report_document(folders, {program_name(), utc_date_time()});
  std::vector<std::string> written;
  if (page) {
    write_file_atomically(arguments.out, report::page_with(document));
    written.push_back(arguments.out);
  }
  if (!arguments.data.empty()) {
    write_file_atomically(arguments.data, document);
    written.push_back(arguments.data);
  }
  if (!arguments.figures.empty()) {
    const std::vector<std::string> figures = write_figures(arguments.figures, document);
    if (figures.empty()) {
      print_warnings({"nothing to draw: no run here was trained (--model none never is)"});
    }
    written.insert(written.end(), figures.begin(), figures.end());
  }
  if (arguments.json) {
    print_json({{"runs", arguments.runs}, {"written", written}});
    return;
  }
  if (written.empty()) return;
  fmt::print("written: {}{}\n", fmt::join(written, ", "), page ? "; open it in a browser" : "");
}

}  // namespace

void add_report_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "report", "Write a page to look at runs: training, channels, graph explorer, errors");
  auto arguments = std::make_shared<ReportArguments>();
  command
      ->add_option("RUN", arguments->runs, "run folders that 'train' wrote; several are compared")
      ->required();
  CLI::Option* const out =
      command
          ->add_option("--out", arguments->out, "page to write: one file that needs nothing else")
          ->capture_default_str();
  command->add_option("--data", arguments->data,
                      "write what the page shows as JSON instead, or beside it if --out is given "
                      "(docs/report-data.md)");
  command->add_option("--figures", arguments->figures,
                      "folder for figures as SVG (training, channels), instead or beside it");
  command->add_option("--threads", arguments->threads, "threads; 0: all cores")
      ->check(CLI::Range(0, 4096))
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "print what was written as JSON on stdout");
  command->callback([arguments, out] { write_report(*arguments, out->count() > 0); });
}

}  // namespace disgnn::app

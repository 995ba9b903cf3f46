#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <memory>

#include "command_line.h"
#include "disgnn/config/threads.h"
#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/run/relation_folder.h"
#include "disgnn/run/run_data.h"
#include "interrupt.h"
#include "output.h"
#include "result_table.h"
#include "settings_flags.h"

namespace disgnn::app {
namespace {

struct RelationsArguments {
  SettingsFlags settings;
  relations::RelationOptions options;
  std::string out;
  std::int64_t threads = 0;
  bool json = false;
  bool quiet = false;
};

/// A line that is overwritten on a terminal, one line per stage elsewhere.
relations::RelationProgress progress_of(const RelationsArguments& arguments) {
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const auto start = std::chrono::steady_clock::now();
  return [terminal, quiet = arguments.quiet, start, said = std::string()](const std::string& what,
                                                                          double share) mutable {
    if (interrupt_requested()) {
      throw Error(ErrorKind::kInterrupted, "stopped; nothing was written");
    }
    if (quiet) return;
    if (terminal) {
      const double seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      fmt::print(stderr, "\r\x1b[K{} {:.0f} % ({:.0f} s)", what, 100 * share, seconds);
    } else if (what != said) {
      fmt::print(stderr, "{}\n", what);
    }
    said = what;
    std::fflush(stderr);
  };
}

std::string percent(const std::optional<double>& share) {
  return share ? fmt::format("{:.0f} %", 100 * *share) : "–";
}

void print_relations(const relations::RelationModel& model,
                     const relations::ModelDescription& description) {
  std::vector<std::vector<std::string>> rows = {
      {"relation", "groups", "edges", "within classes", "stability"}};
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    const auto& relation = description.relations[c];
    rows.push_back({fmt::format("{}", c), fmt::format("{}", relation.groups.size()),
                    percent(relation.strength), percent(relation.same_class),
                    figure(model.relations[c].stability)});
  }
  rows.push_back({"noise", "", percent(description.noise), "", ""});
  fmt::print("{}", aligned_table(rows));
}

/// Groups that other searches do not find are often made up.
void warn_of_chance(const relations::RelationModel& model) {
  constexpr double kStable = 0.3;
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    const auto& stability = model.relations[c].stability;
    if (!stability || *stability >= kStable) continue;
    print_warnings(
        {fmt::format("relation {} may be chance: searches on nine tenths of the data find "
                     "other groups",
                     c)});
  }
}

void print_scores(const Dataset& data, const RelationScores& scores,
                  const RelationYardsticks& yardsticks) {
  std::vector<std::vector<std::string>> rows = {
      {"against the true relations", ""}, {"relation NMI", fmt::format("{:.3f}", scores.nmi)}};
  append_yardsticks(yardsticks, rows);
  rows.push_back({"relation ARI", fmt::format("{:.3f}", scores.ari)});
  rows.push_back({"noise AUC", figure(scores.noise_auc)});
  for (std::size_t r = 0; r < scores.relation_auc.size(); ++r) {
    rows.push_back(
        {fmt::format("AUC of {}", data.relation_names[r]), figure(scores.relation_auc[r])});
    if (r < scores.group_nmi.size()) {
      rows.push_back({"  NMI of its groups", fmt::format("{:.3f}", scores.group_nmi[r])});
    }
  }
  fmt::print("\n{}", aligned_table(rows));
}

/// Known before the search: that the folder can be made, and that nothing in it is lost but what an
/// earlier search wrote.
void check_output(const std::filesystem::path& out) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  fs::path there = fs::absolute(out, ignored);
  while (!fs::exists(there, ignored) && there.has_relative_path()) there = there.parent_path();
  if (!fs::is_directory(there, ignored) || access(there.c_str(), W_OK) != 0) {
    throw input_error(Where{out.string()},
                      fmt::format("cannot be written: {} is {}", there.string(),
                                  fs::is_directory(there, ignored) ? "read-only" : "no folder"),
                      "name another folder with --out");
  }
  if (fs::exists(out / "relations.json", ignored)) return;
  for (const char* const file : {"edges.csv", "groups.csv"}) {
    if (!fs::exists(out / file, ignored)) continue;
    throw usage_error(
        fmt::format("{} is there and was not written by 'disgnn relations'", (out / file).string()),
        "name another folder with --out");
  }
}

void find(const RelationsArguments& arguments) {
  run::Settings settings;
  arguments.settings.apply(settings);
  run::resolve(settings);
  run::use_threads(arguments.threads);
  const Dataset data = run::load_dataset(settings);
  print_warnings(data.warnings);
  const std::filesystem::path out =
      arguments.out.empty() ? std::filesystem::path("runs") / fmt::format("{}-relations", data.name)
                            : std::filesystem::path(arguments.out);
  check_output(out);
  catch_interrupts();
  const auto start = std::chrono::steady_clock::now();
  const relations::RelationModel model =
      relations::find_relations(data, arguments.options, progress_of(arguments));
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (isatty(STDERR_FILENO) != 0 && !arguments.quiet) fmt::print(stderr, "\r\x1b[K");
  const relations::ModelDescription description = relations::describe_relations(data, model);
  const std::optional<RelationScores> scores = score_relations(data, model);
  const RelationYardsticks yardsticks = relation_yardsticks(data);
  nlohmann::ordered_json json =
      run::relations_json(data, model, description, arguments.options, scores, yardsticks);
  json["seconds"] = seconds;
  std::error_code failure;
  std::filesystem::create_directories(out, failure);
  if (failure) {
    throw input_error(Where{out.string()}, fmt::format("cannot be made ({})", failure.message()),
                      "name another folder with --out");
  }
  note_replacement(out / "relations.json");
  run::write_relation_edges(out / "edges.csv", data, model);
  run::write_relation_groups(out / "groups.csv", data, model);
  constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;
  write_file_atomically(out / "relations.json", json.dump(1, ' ', false, kReplace) + "\n");
  if (arguments.json) {
    json["folder"] = out.string();
    print_json(json);
    return;
  }
  print_relations(model, description);
  warn_of_chance(model);
  if (scores) print_scores(data, *scores, yardsticks);
  fmt::print(
      "\n{} relation{} behind {} edges found in {:.1f} s; edges.csv, groups.csv and "
      "relations.json written to {}\n",
      model.relations.size(), model.relations.size() == 1 ? "" : "s",
      json["edges"].get<std::int64_t>(), seconds, out.string());
}

}  // namespace

void add_relations_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "relations",
      "Find the relations behind the edges of a graph, and the groups they divide the nodes into, "
      "without labels");
  auto arguments = std::make_shared<RelationsArguments>();
  arguments->settings.add_to(*command, {"data"});
  relations::RelationOptions& options = arguments->options;
  const auto add = [&](const char* name, std::int64_t& value, std::int64_t min, std::int64_t max,
                       const char* help) {
    command->add_option(name, value, fmt::format("{}; {} .. {}", help, min, max))
        ->check(CLI::Range(min, max))
        ->capture_default_str();
  };
  command->add_option("--out", arguments->out,
                      "folder for edges.csv, groups.csv and relations.json (default: "
                      "runs/NAME-relations)");
  add("--relations", options.relations, 0, 1000,
      "the strongest so many relations; 0: as many as are found");
  add("--groups", options.groups, 0, 100000,
      "groups to look for in all relations together, 3 or more; 0: chosen from the graph, 128 at "
      "most");
  add("--restarts", options.restarts, 0, 1000,
      "further searches on nine tenths of the edges and features, to see how stable a relation is");
  command->add_option("--seed", options.seed, "seed of all random choices; 0 .. 4e+18")
      ->check(CLI::Range(0.0, 4e18))
      ->capture_default_str();
  add("--threads", arguments->threads, 0, 4096, "threads; 0: all cores");
  command->add_flag("--json", arguments->json, "print relations.json on stdout");
  command->add_flag("--quiet", arguments->quiet, "show no progress");
  command->callback([arguments] { find(*arguments); });
}

}  // namespace disgnn::app

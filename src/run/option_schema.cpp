#include "disgnn/run/option_schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "disgnn/core/error.h"
#include "disgnn/nn/aggregator.h"
#include "disgnn/nn/disgnn_model.h"
#include "disgnn/nn/node_classifier.h"
#include "disgnn/nn/scorer.h"
#include "disgnn/run/model_settings.h"
#include "disgnn/run/run_data.h"

namespace disgnn::run {
namespace {

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;  // clang-tidy's compiler needs it

constexpr std::int64_t kMany = 1'000'000'000;
constexpr bool kOfChannels = true;

std::vector<std::string> input_choices() {
  std::vector<std::string> choices{kAutoInput};
  choices.insert(choices.end(), nn::input_names().begin(), nn::input_names().end());
  return choices;
}

std::vector<Option> build_schema() {
  const auto integer = [](auto member, std::int64_t min, std::int64_t max) {
    return IntegerField{member, min, max};
  };
  const auto real = [](auto member, double min, double max) { return RealField{member, min, max}; };
  const auto text = [](auto member, std::vector<std::string> choices = {}) {
    return TextField{member, std::move(choices)};
  };
  const auto repeated = [](auto member) { return TextField{member, {}, /*repeatable=*/true}; };
  using S = Settings;
  return {
      {"data", "data", text(&S::data),
       "dataset folder or file; nothing named: the built-in campus graph"},
      {"nodes", "data", text(&S::nodes), "node table (CSV/TSV, may be gzipped), used with --edges"},
      {"edges", "data", text(&S::edges), "edge table (CSV/TSV, may be gzipped) or .mtx matrix"},
      {"feature-file", "data", text(&S::feature_file),
       "features beside a .mtx matrix (.mtx, .npy or .npz)"},
      {"label-file", "data", text(&S::label_file),
       "labels beside a .mtx matrix (.txt, .csv or .npy)"},
      {"id-column", "data", text(&S::id_column),
       "node table column with the ids; default: 'id', else the first"},
      {"label-column", "data", text(&S::label_column), "node table column with the class"},
      {"ignore-columns", "data", text(&S::ignore_columns),
       "node table columns that are no features, separated by commas"},
      {"feature-columns", "data", text(&S::feature_columns),
       "node table columns that are the features, separated by commas; default: all that hold "
       "numbers, but for whole numbers that differ in every row, which look like ids"},
      {"directed", "data", FlagField{&S::directed},
       "keep the direction of the edges: messages flow from source to target only"},

      {"model", "model", text(&S::model, model_names()),
       "disgnn; disgnn-base: the same without self-supervision and beliefs; or a baseline"},
      {"feature-norm", "model", text(&S::feature_norm, {"auto", "none", "row", "standard"}),
       "standard: every column of dense features gets mean 0 and standard deviation 1; row: every "
       "node's features are divided by the sum of their absolute values; auto: standard for dense "
       "features that come with the data, none for others"},
      {"channels", "model", integer(&S::channels, 1, 1024),
       "relation channels C; heads of gat, factors of factorgcn"},
      {"hidden", "model", integer(&S::hidden, 1, 65536), "hidden units H per channel and layer"},
      {"layers", "model", integer(&S::layers, 1, 64),
       "layers L (rounds of h2gcn; gcnii and gprgnn have --hops instead)"},
      {"scorer", "model", text(&S::scorer, nn::scorer_names()),
       "how a channel scores an edge from its two ends", kOfChannels},
      {"aggregator", "model", text(&S::aggregator, nn::aggregator_names()),
       "how a channel turns scores into messages", kOfChannels},
      {"edge-norm", "model", text(&S::edge_norm, nn::edge_norm_names()),
       "how existence becomes the weights of a node's edges; softmax: exp(e) over its sum, never "
       "far from uniform; sum: e over its sum; sym: e over the roots of both ends' sums, as "
       "aggregator gcn always does",
       kOfChannels},
      {"input", "model", text(&S::input, input_choices()),
       "disgnn: what the first layer reads; auto: project, or where training labels follow from "
       "links or structure clearly better, these; direct: the features; "
       "project: a linear map of them; "
       "links: that plus a linear map of the node's row of the adjacency matrix, for graphs whose "
       "features say little (such a model fits its own graph only); structure: project plus what "
       "degrees, PageRank, clustering and the volume of the features say; links+structure: both",
       kOfChannels},
      {"self-term", "model", FlagField{&S::self_term},
       "disgnn: a node's own representation has weights of its own in every layer, beside those of "
       "its neighbours",
       kOfChannels},
      {"jump", "model", FlagField{&S::jump},
       "disgnn: the classifier reads the outputs of all layers, not of the last one alone",
       kOfChannels},
      {"label-votes", "model", FlagField{&S::label_votes},
       "disgnn with links as input: the classifier also reads which classes the training nodes "
       "among a node's neighbours and among the nodes with similar neighbours have, and what the "
       "regression of --consult says",
       kOfChannels},
      {"reach", "model", integer(&S::reach, 0, 1024),
       "disgnn: the classifier also reads features gathered from up to so many steps away, each "
       "step with a learned share; 0: what the layers bring alone",
       kOfChannels},
      {"beliefs", "model", FlagField{&S::beliefs},
       "disgnn, not disgnn-base: edge scores also read whether both ends seem to be of one class, "
       "by a first guess from features, reach, label votes and the regression of --consult",
       kOfChannels},
      {"consult", "model", real(&S::consult, 0, 4),
       "disgnn: predictions also ask a kernel ridge regression of the training labels, on "
       "features, "
       "links, walks and structure; its weight, 1: as much as the layers. Not asked on another "
       "graph nor on one of "
       "more than 2.5 million edges or half a million nodes; 0: the layers decide alone",
       kOfChannels},
      {"spread", "model", real(&S::spread, 0, 0.95),
       "disgnn: predictions spread along the links, training labels with them; the share of a "
       "node's neighbours in what is said of it (such a model fits its own graph only); 0: every "
       "node stands alone",
       kOfChannels},
      {"dropout", "model", real(&S::dropout, 0, 0.99), "dropout on the output of every layer"},
      {"input-dropout", "model", real(&S::input_dropout, -1, 0.99),
       "dropout on the input features; below 0: as --dropout, the default of baselines"},
      {"edge-dropout", "model", real(&S::edge_dropout, 0, 0.99), "dropout on the edge weights"},
      {"hops", "model", integer(&S::hops, 1, 1024), "propagation steps of gcnii and gprgnn"},
      {"alpha", "model", real(&S::alpha, 0, 1),
       "gcnii, gprgnn: share of a node's own features in every step, at the start of gprgnn"},
      {"theta", "model", real(&S::theta, 0, 1e6),
       "gcnii: the larger, the slower the weights fade with depth"},

      {"lambda-edge", "pretext", real(&S::lambda_edge, 0, 1e9),
       "weight of edge recovery: channels together must tell edges from non-edges", kOfChannels},
      {"lambda-conform", "pretext", real(&S::lambda_conform, 0, 1e9),
       "weight of label conformity: half of the channels for edges inside a class, half for edges "
       "between classes",
       kOfChannels},
      {"lambda-channel", "pretext", real(&S::lambda_channel, 0, 1e9),
       "weight of channel difference: a discriminator must recognise the channels", kOfChannels},
      {"lambda-self", "pretext", real(&S::lambda_self, 0, 1e9),
       "weight of self-training: classes predicted with --self-confidence count as further labels",
       kOfChannels},
      {"pretext", "pretext", repeated(&S::pretext),
       "NAME=WEIGHT of a further task, repeatable: attribute (masked attribute prediction), "
       "distance "
       "(pairwise distance prediction), context (context prediction) and self (self-training) on "
       "any "
       "model; edge, conform and channel on disgnn-base"},
      {"pretext-layers", "pretext", text(&S::pretext_layers),
       "layers the signals act on: all, or numbers from 1 separated by commas", kOfChannels},
      {"edge-share", "pretext", real(&S::edge_share, 1e-6, 1),
       "share of the edges used as positives by edge recovery (the paper's p_e)", kOfChannels},
      {"negatives", "pretext", real(&S::negatives, 0.01, 1000),
       "non-edges per edge drawn by edge recovery", kOfChannels},
      {"edge-union", "pretext", text(&S::edge_union, {"sum", "noisy-or"}),
       "edge recovery: the channels' scores are added up, or an edge needs one channel that "
       "explains "
       "it and a non-edge none",
       kOfChannels},
      {"balanced", "pretext", FlagField{&S::balanced},
       "label conformity: edges inside and between classes count equally", kOfChannels},
      {"pseudo-labels", "pretext", FlagField{&S::pseudo_labels},
       "label conformity and self-training: use nodes whose class is predicted with confidence"},
      {"pseudo-warm-up", "pretext", integer(&S::pseudo_warm_up, 0, kMany),
       "epochs before predictions count as labels"},
      {"pseudo-confidence", "pretext", real(&S::pseudo_confidence, 0, 1),
       "least probability of a predicted class that counts as a label"},
      {"self-confidence", "pretext", real(&S::self_confidence, 0, 1),
       "self-training: least probability of a predicted class that counts as a label, at least "
       "--pseudo-confidence"},

      {"split", "training", text(&S::split),
       "train:validation:test ratio, stratified and drawn from the seed; public:K for split K "
       "(from 0) of those that come with the data, public for split 0 in the first run, 1 in the "
       "second, …; or a table with the columns id and split"},
      {"steps", "training", integer(&S::steps, 0, 100000),
       "updates before the last of an epoch (n_step): on the node loss, or with --joint on the "
       "full "
       "loss as the last one"},
      {"joint", "training", FlagField{&S::joint},
       "all updates of an epoch are on the full loss, not the last one alone; off for baselines"},
      {"epochs", "training", integer(&S::epochs, 1, kMany),
       "most epochs of --steps + 1 updates each"},
      {"patience", "training", integer(&S::patience, 1, kMany),
       "epochs without a better one (see --select; or as good a one at a lower validation loss) "
       "before training stops"},
      {"lr", "training", real(&S::lr, 1e-12, 1e6),
       "learning rate of Adam; default of baselines: 0.005"},
      {"weight-decay", "training", real(&S::weight_decay, 0, 1e6),
       "L2 penalty on all weights but the shares of --reach and the trust in --beliefs; default of "
       "baselines: 0.0005"},
      {"weight-average", "training", real(&S::weight_average, 0, 0.9999),
       "evaluate a running mean of the weights over the last updates, of which each counts this "
       "factor less than the next; 0, the default of baselines: the weights themselves"},
      {"class-balance", "training", real(&S::class_balance, 0, 1),
       "0: every training node counts the same, 1: every class does, whatever its size; between: "
       "a class counts by its size to the power of 1 minus this; holds for the regression of "
       "--consult, too; helps macro-F1 where classes differ in size, often at some cost of "
       "accuracy"},
      {"select", "training", text(&S::select, {"accuracy", "macro-f1"}),
       "what validation nodes choose epochs, runs and trials of tune by: accuracy, or macro-f1 "
       "where rare classes matter as much as large ones"},
      {"seed", "training", integer(&S::seed, 0, 4'000'000'000'000'000'000),
       "seed of the first run; decides split, initial weights, dropout and sampling"},
      {"runs", "training", integer(&S::runs, 1, 10000),
       "repeat with seeds seed, seed+1, … and report mean and standard deviation"},
      {"threads", "training", integer(&S::threads, 0, 4096), "threads; 0: all cores"},
      {"checkpoint-every", "training", integer(&S::checkpoint_every, 0, kMany),
       "epochs between checkpoints for --resume; 0: none"},
      {"memory", "training", text(&S::memory, {"normal", "lean"}),
       "normal, or lean: one channel at a time and computed again backward; several times less "
       "memory, some three times slower",
       kOfChannels},
      {"kernels", "training", text(&S::kernels, {"fast", "reference"}),
       "fast, or reference: plain libtorch operations to check the fast ones against", kOfChannels},
  };
}

[[noreturn]] void refuse(const Option& option, const std::string& text) {
  throw usage_error(fmt::format("{} '{}' is not allowed", option.flag(), text),
                    "give " + option.domain());
}

template <typename Number>
Number parse_number(const Option& option, const std::string& text, Number min, Number max) {
  Number value{};
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size() || !(value >= min) ||
      !(value <= max)) {
    refuse(option, text);
  }
  return value;
}

}  // namespace

std::vector<std::string> model_names() {
  std::vector<std::string> names = nn::model_kinds();
  names.insert(names.begin() + 1, "disgnn-base");
  return names;
}

std::string Option::key() const {
  std::string key = name;
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

std::string Option::flag() const {
  return name == "data" ? "DATA" : "--" + name;
}

std::string Option::domain() const {
  return std::visit(
      Overloaded{[](const IntegerField& f) {
                   return fmt::format("a whole number {} .. {}", f.min, f.max);
                 },
                 [](const RealField& f) { return fmt::format("a number {} .. {}", f.min, f.max); },
                 [](const FlagField&) { return std::string("true or false"); },
                 [](const TextField& f) {
                   return f.choices.empty() ? std::string("text")
                                            : fmt::format("one of {}", fmt::join(f.choices, ", "));
                 }},
      field);
}

std::string Option::value(const Settings& settings) const {
  return std::visit(
      Overloaded{
          [&](const FlagField& f) { return std::string(settings.*f.member ? "true" : "false"); },
          [&](const TextField& f) { return settings.*f.member; },
          [&](const auto& f) { return fmt::format("{}", settings.*f.member); }},
      field);
}

std::string Option::unread_because(const Settings& settings) const {
  if (of_channels && !has_channels(settings)) {
    return fmt::format("{} has no relation channels", settings.model);
  }
  if (name == "edge-norm" && settings.aggregator == "gcn") {
    return "the aggregator gcn has a norm of its own";
  }
  return "";
}

bool Option::names_path(const Settings& settings) const {
  if (name == "split") return names_split_file(settings.split);
  constexpr std::array kPaths{"data", "nodes", "edges", "feature-file", "label-file"};
  return std::ranges::find(kPaths, name) != kPaths.end();
}

void Option::assign(Settings& settings, const std::string& text) const {
  std::visit(Overloaded{[&](const IntegerField& f) {
                          settings.*f.member = parse_number(*this, text, f.min, f.max);
                        },
                        [&](const RealField& f) {
                          settings.*f.member = parse_number(*this, text, f.min, f.max);
                        },
                        [&](const FlagField& f) {
                          if (text != "true" && text != "false") refuse(*this, text);
                          settings.*f.member = text == "true";
                        },
                        [&](const TextField& f) {
                          if (!f.choices.empty() && std::find(f.choices.begin(), f.choices.end(),
                                                              text) == f.choices.end()) {
                            refuse(*this, text);
                          }
                          settings.*f.member = text;
                        }},
             field);
}

const std::vector<Option>& option_schema() {
  static const std::vector<Option> schema = build_schema();
  return schema;
}

const std::vector<CommandFlag>& train_command_flags() {
  static const std::vector<CommandFlag> flags = {
      {"out", "run folder to write (default: runs/DATA-MODEL, numbered if taken)"},
      {"preset", "start from a named setting: default, or paper for the paper's own"},
      {"config", "TOML file with settings, for instance a run folder's config.toml"},
      {"resume", "go on with the run in --out after an interruption; starts it if there is none"},
      {"json", "print the summary as one JSON document on stdout"},
      {"quiet", "show no progress"}};
  return flags;
}

std::string section_title(const std::string& section) {
  if (section == "data") return "Data";
  if (section == "model") return "Model";
  if (section == "pretext") return "Self-supervision";
  return "Training";
}

std::string options_markdown() {
  const Settings defaults;
  std::string page =
      "# Options of `disgnn train`\n\n"
      "Generated by `disgnn options --markdown`; do not edit. Every option is a flag `--name` and "
      "a key of the configuration file (`--config FILE.toml`), there with underscores and in the "
      "table its section names. Flags win over the file, the file over `--preset`.\n";
  std::string section;
  for (const Option& option : option_schema()) {
    if (option.section != section) {
      section = option.section;
      page += fmt::format(
          "\n## {} — `[{}]`\n\n| flag | default | values | meaning |\n|---|---|---|---|\n",
          section_title(section), section);
    }
    const std::string value = option.value(defaults);
    page += fmt::format("| `{}` | {} | {} | {} |\n", option.flag(),
                        value.empty() ? "–" : "`" + value + "`", option.domain(), option.help);
  }
  page += "\n## Command line only\n\n| flag | meaning |\n|---|---|\n";
  for (const auto& [name, help] : train_command_flags()) {
    page += fmt::format("| `--{}` | {} |\n", name, help);
  }
  return page;
}

}  // namespace disgnn::run

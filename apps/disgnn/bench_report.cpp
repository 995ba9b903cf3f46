#include "bench_report.h"

#include "disgnn/config/option_schema.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "output.h"
#include "result_table.h"

namespace disgnn::app {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

Json ops_json(const std::vector<run::OpTimes>& ops) {
  Json list = Json::array();
  for (const run::OpTimes& op : ops) {
    list.push_back({{"name", op.name},
                    {"forward_ms", op.forward_ms},
                    {"backward_ms", op.backward_ms},
                    {"gflops", op.gflops},
                    {"gather_gb_s", op.gather_gb_s},
                    {"roofline_share", op.roofline_share},
                    {"forward_share", op.forward_share},
                    {"backward_share", op.backward_share}});
  }
  return list;
}

Json roofline_json(const run::Roofline& roofline) {
  return {{"fma_gflops", roofline.fma_gflops()},
          {"gather_gb_s",
           {{"l2", roofline.l2_gb_s()},
            {"l3", roofline.l3_gb_s()},
            {"memory", roofline.memory_gb_s()}}}};
}

Rows step_rows(const BenchReport& report) {
  const auto milliseconds = [](double value) { return fmt::format("{:.2f} ms", value); };
  const Dataset& data = report.data;
  const run::Settings& settings = report.settings;
  return {{data.name, fmt::format("median of {}", report.repetitions)},
          {"size", fmt::format("{} nodes, {} entries, {} features", data.nodes(),
                               data.graph.entries(), feature_columns(data.features))},
          {"model", fmt::format("{} channels of {} units, threads: {}", settings.channels,
                                settings.hidden, settings.threads)},
          {"class step", milliseconds(report.steps.class_step_ms)},
          {"full step", milliseconds(report.steps.full_step_ms)},
          {"epoch (5 class, 1 full)", milliseconds(report.steps.epoch_ms())},
          {"peak memory", fmt::format("{:.0f} MiB", report.steps.peak_rss_mb)}};
}

Rows op_rows(const std::vector<run::OpTimes>& ops) {
  const auto percent = [](double share) { return fmt::format("{:.0f} %", 100 * share); };
  Rows rows = {{"operation", "forward ms", "backward ms", "GFLOP/s", "gathered GB/s", "of roofline",
                "forward", "backward"}};
  for (const run::OpTimes& op : ops) {
    rows.push_back({op.name, fmt::format("{:.2f}", op.forward_ms),
                    fmt::format("{:.2f}", op.backward_ms), fmt::format("{:.1f}", op.gflops),
                    fmt::format("{:.1f}", op.gather_gb_s), percent(op.roofline_share),
                    percent(op.forward_share), percent(op.backward_share)});
  }
  return rows;
}

Rows roofline_rows(const run::Roofline& roofline) {
  const auto bandwidth = [](double value) { return fmt::format("{:.1f} GB/s", value); };
  return {{"roofline of this machine", "best of several"},
          {"multiply-add peak", fmt::format("{:.1f} GFLOP/s", roofline.fma_gflops())},
          {"rows gathered from L2", bandwidth(roofline.l2_gb_s())},
          {"rows gathered from L3", bandwidth(roofline.l3_gb_s())},
          {"rows gathered from memory", bandwidth(roofline.memory_gb_s())}};
}

}  // namespace

void print_bench_json(const BenchReport& report) {
  Json json = {{"nodes", report.data.nodes()},
               {"entries", report.data.graph.entries()},
               {"features", feature_columns(report.data.features)},
               {"channels", report.settings.channels},
               {"hidden", report.settings.hidden},
               {"layers", report.settings.layers},
               {"scorer", report.settings.scorer},
               {"aggregator", report.settings.aggregator},
               {"threads", report.settings.threads},
               {"memory", run::find_option("memory").value(report.settings)},
               {"kernels", run::find_option("kernels").value(report.settings)},
               {"class_step_ms", report.steps.class_step_ms},
               {"full_step_ms", report.steps.full_step_ms},
               {"epoch_ms", report.steps.epoch_ms()},
               {"peak_rss_mb", report.steps.peak_rss_mb}};
  if (report.roofline) {
    json["ops"] = ops_json(report.ops);
    json["roofline"] = roofline_json(*report.roofline);
  }
  print_json(json);
}

void print_bench_text(const BenchReport& report) {
  fmt::print("{}", aligned_table(step_rows(report)));
  if (!report.roofline) return;
  fmt::print("\n{}\n{}", aligned_table(op_rows(report.ops)),
             aligned_table(roofline_rows(*report.roofline)));
}

}  // namespace disgnn::app

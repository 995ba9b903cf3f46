#include "reproduce/literature.h"

#include <algorithm>

#include "disgnn/reproduce/plan.h"

namespace disgnn::reproduce {
namespace {

struct OfVariant {
  const char* variant;
  Published figure;
};

/// 5 %: the public split of 20 nodes per class. 48 %: ten fixed splits 48:32:20. 60 %: 60:20:20.
constexpr OfVariant kPublished[] = {
    {"mlp", {55.1, 5, "Kipf and Welling 2017"}},
    {"mlp", {74.8, 48, "Zhu et al. 2020"}},
    {"gcn", {81.5, 5, "Kipf and Welling 2017"}},
    {"gcn", {87.3, 48, "Zhu et al. 2020"}},
    {"sage", {86.9, 48, "Zhu et al. 2020"}},
    {"gat", {83.0, 5, "Velickovic et al. 2018"}},
    {"gat", {82.7, 48, "Zhu et al. 2020"}},
    {"gat", {87.3, 48, "Li et al. 2022"}},
    {"mixhop", {81.9, 5, "Abu-El-Haija et al. 2019"}},
    {"mixhop", {87.6, 48, "Zhu et al. 2020"}},
    {"h2gcn", {87.8, 48, "Zhu et al. 2020"}},
    {"gcnii", {85.5, 5, "Chen et al. 2020"}},
    {"gcnii", {88.5, 60, "Chen et al. 2020"}},
    {"gprgnn", {79.5, 2.5, "Chien et al. 2021"}},
    {"gprgnn", {88.0, 48, "Li et al. 2022"}},
    {"acmgcn", {87.9, 48, "Li et al. 2022"}},
    {"linkx", {84.6, 48, "Li et al. 2022"}},
};

}  // namespace

std::vector<Published> published_on_cora(const std::string& variant) {
  std::vector<Published> published;
  for (const OfVariant& entry : kPublished) {
    if (variant == entry.variant) published.push_back(entry.figure);
  }
  if (const auto paper = paper_figure("cora", variant)) {
    published.push_back({paper->accuracy, 20, "the paper's table"});
  }
  std::stable_sort(published.begin(), published.end(), [](const Published& a, const Published& b) {
    return a.label_percent < b.label_percent;
  });
  return published;
}

}  // namespace disgnn::reproduce

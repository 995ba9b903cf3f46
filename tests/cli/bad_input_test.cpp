#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <functional>
#include <limits>

#include "campus.h"
#include "disgnn/data/npz.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

using testing::Arguments;
using testing::TemporaryFolder;

constexpr std::int64_t kNodes = 12;

/// nodes.csv and edges.csv of a ring that can be trained on; lines may be replaced (1 = header).
struct Tables {
  std::vector<std::string> nodes = {"id,label,x"};
  std::vector<std::string> edges = {"source,target"};

  Tables() {
    for (int v = 0; v < kNodes; ++v) {
      nodes.push_back(fmt::format("v{},{},{}", v, v % 2 == 0 ? "even" : "odd", v));
      edges.push_back(fmt::format("v{},v{}", v, (v + 1) % kNodes));
    }
  }
  Arguments write(const TemporaryFolder& folder) const {
    const auto text = [](const std::vector<std::string>& lines) {
      std::string all;
      for (const std::string& line : lines) all += line + "\n";
      return all;
    };
    folder.write("nodes.csv", text(nodes));
    folder.write("edges.csv", text(edges));
    return {"--nodes", "nodes.csv", "--edges", "edges.csv"};
  }
};

/// The same ring as a native folder.
struct Arrays {
  std::vector<std::int64_t> edges;
  std::vector<std::int64_t> labels;
  std::vector<float> features;

  Arrays() {
    for (std::int64_t v = 0; v < kNodes; ++v) {
      edges.insert(edges.end(), {v, (v + 1) % kNodes});
      labels.push_back(v % 2);
      features.insert(features.end(), {static_cast<float>(v), 1.0F});
    }
  }
  Arguments write(const TemporaryFolder& folder) const {
    const auto count = [](const auto& values) { return static_cast<std::int64_t>(values.size()); };
    folder.write("graph/edges.npy", encode_npy(edges, {count(edges) / 2, 2}));
    folder.write("graph/labels.npy", encode_npy(labels, {count(labels)}));
    folder.write("graph/features.npy", encode_npy(features, {count(features) / 2, 2}));
    return {"graph"};
  }
};

/// A change to the good tables or arrays, and the words the message must hold.
struct BadInput {
  std::string name;
  std::function<Arguments(const TemporaryFolder&)> write;
  std::vector<std::string> message;
};

void PrintTo(const BadInput& bad, std::ostream* stream) {
  *stream << bad.name;
}

BadInput bad_tables(const std::string& name, const std::function<void(Tables&)>& spoil,
                    std::vector<std::string> message) {
  return {name,
          [spoil](const TemporaryFolder& folder) {
            Tables tables;
            spoil(tables);
            return tables.write(folder);
          },
          std::move(message)};
}

BadInput bad_arrays(const std::string& name, const std::function<void(Arrays&)>& spoil,
                    std::vector<std::string> message) {
  return {name,
          [spoil](const TemporaryFolder& folder) {
            Arrays arrays;
            spoil(arrays);
            return arrays.write(folder);
          },
          std::move(message)};
}

/// Good arrays, one file of which is replaced.
BadInput bad_file(const std::string& name, const std::string& file,
                  const std::function<std::string(const std::string&)>& spoil,
                  std::vector<std::string> message) {
  return {name,
          [file, spoil](const TemporaryFolder& folder) {
            const Arguments arguments = Arrays().write(folder);
            const auto path = folder.path() / file;
            folder.write(file, spoil(testing::fs::exists(path) ? testing::bytes_of(path) : ""));
            return arguments;
          },
          std::move(message)};
}

/// Good arrays and a split file.
BadInput bad_split(const std::string& name, const std::string& text,
                   std::vector<std::string> message) {
  return {name,
          [text](const TemporaryFolder& folder) {
            folder.write("split.csv", text);
            return testing::joined({Arrays().write(folder), {"--split", "split.csv"}});
          },
          std::move(message)};
}

std::string half_of(const std::string& bytes) {
  return bytes.substr(0, bytes.size() / 2);
}

/// What numpy.save writes for an array of Python objects.
std::string pickled_array() {
  std::string header = "{'descr': '|O', 'fortran_order': False, 'shape': (12,), }";
  header.resize(117, ' ');
  header += '\n';
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header +
         "\x80\x04]q.";
}

std::string sparse_features() {
  const std::vector<std::int64_t> offsets(kNodes + 1, 0);
  const std::vector<std::int64_t> shape = {kNodes, 5};
  const std::vector<std::int32_t> none;
  const std::vector<float> no_values;
  const std::vector<NpzMember> members = {{"indices", encode_npy(none, {0})},
                                          {"indptr", encode_npy(offsets, {kNodes + 1})},
                                          {"format", encode_npy_text("csr")},
                                          {"shape", encode_npy(shape, {2})},
                                          {"data", encode_npy(no_values, {0})}};
  return encode_npz(members);
}

/// Files that are not there or cannot be read as what they should be.
std::vector<BadInput> unreadable_files() {
  return {
      {"MissingFolder",
       [](const auto&) { return Arguments{"nowhere"}; },
       {"nowhere", "no such file", "check the path"}},
      {"MissingEdgeTable",
       [](const TemporaryFolder& folder) {
         Tables().write(folder);
         return Arguments{"--nodes", "nodes.csv", "--edges", "gone.csv"};
       },
       {"gone.csv", "no such file", "check the path"}},
      {"FolderInPlaceOfATable",
       [](const TemporaryFolder& folder) {
         Tables().write(folder);
         testing::fs::create_directory(folder.path() / "folder");
         return Arguments{"--nodes", "folder", "--edges", "edges.csv"};
       },
       {"folder", "is a folder", "name a file"}},
      {"FileThatFailsToRead",
       [](const TemporaryFolder& folder) {
         Tables().write(folder);
         return Arguments{"--nodes", "/proc/self/mem", "--edges", "edges.csv"};
       },
       {"/proc/self/mem", "cannot be read"}},
      bad_file("WrongMagicInNpy", "graph/labels.npy", [](const auto&) { return "hello"; },
               {"graph/labels.npy", "magic", "np.save"}),
      bad_file("TruncatedNpy", "graph/edges.npy", half_of, {"graph/edges.npy", "cut short"}),
      {"TruncatedNpz",
       [](const TemporaryFolder& folder) {
         const Arguments arguments = Arrays().write(folder);
         testing::fs::remove(folder.path() / "graph/features.npy");
         folder.write("graph/features.npz", half_of(sparse_features()));
         return arguments;
       },
       {"graph/features.npz", "zip"}},
      {"WrongMagicInNpz",
       [](const TemporaryFolder& folder) {
         folder.write("graph.npz", "this is no zip archive");
         return Arguments{"graph.npz"};
       },
       {"graph.npz", "zip"}},
      bad_file("PickledObjects", "graph/labels.npy", [](const auto&) { return pickled_array(); },
               {"graph/labels.npy", "object", "pickle"}),
  };
}

/// Values that make no sense, each at a place the message must name.
std::vector<BadInput> senseless_values() {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  return {
      bad_tables("RaggedTable", [](Tables& t) { t.nodes[2] = "v1,odd"; },
                 {"nodes.csv:3", "2 cells", "3"}),
      bad_tables("NonNumericCell", [](Tables& t) { t.nodes[3] = "v2,even,tall"; },
                 {"nodes.csv:4:3", "'tall'", "'x'", "--ignore-columns x"}),
      bad_tables("UnknownIdInEdges", [](Tables& t) { t.edges[4] = "v3,ghost"; },
                 {"edges.csv:5:2", "'ghost'", "node table"}),
      bad_arrays("NegativeIndex", [](Arrays& a) { a.edges[6] = -1; },
                 {"graph/edges.npy", "row 3", "-1", "0 .. 11"}),
      bad_arrays("IndexOutOfRange", [](Arrays& a) { a.edges[9] = kNodes; },
                 {"graph/edges.npy", "row 4", "12", "0 .. 11"}),
      bad_arrays("NanFeature", [](Arrays& a) { a.features[4] = kNan; },
                 {"graph/features.npy", "row 2, column 0", "nan", "finite"}),
      bad_arrays("InfiniteFeature", [](Arrays& a) { a.features[7] = -kInfinity; },
                 {"graph/features.npy", "row 3, column 1", "inf", "finite"}),
      bad_arrays("FilesThatDisagree", [](Arrays& a) { a.labels.pop_back(); },
                 {"graph/features.npy", "12 nodes", "graph/labels.npy", "11"}),
      bad_split("UnknownIdInSplit", "id,split\n0,train\nghost,test\n",
                {"split.csv:3:1", "'ghost'"}),
  };
}

/// Graphs that are well-formed but cannot be learnt from.
std::vector<BadInput> useless_graphs() {
  return {
      bad_tables("NoNodes", [](Tables& t) { t.nodes.resize(1); },
                 {"nodes.csv", "no rows", "one row per node"}),
      bad_arrays("NoNodesInArrays",
                 [](Arrays& a) {
                   a.edges.clear();
                   a.labels.clear();
                   a.features.clear();
                 },
                 {"graph/labels.npy", "no nodes"}),
      bad_arrays("NoLabels", [](Arrays& a) { a.labels.assign(kNodes, -1); },
                 {"'graph'", "no labels at all", "label"}),
      {"TestNodesWithoutLabels",
       [](const TemporaryFolder& folder) {
         Arrays arrays;
         arrays.labels[8] = arrays.labels[9] = -1;
         folder.write("split.csv",
                      "id,split\n0,train\n1,train\n2,validation\n3,validation\n8,test\n9,test\n");
         return testing::joined({arrays.write(folder), {"--split", "split.csv"}});
       },
       {"test split", "'graph'", "no labelled node", "--split"}},
      bad_split("NoValidationNodes", "id,split\n0,train\n1,test\n",
                {"validation split", "no labelled node"}),
  };
}

class BadInputs : public ::testing::TestWithParam<BadInput> {};

TEST_P(BadInputs, AreRefusedBeforeAnythingIsWritten) {
  const TemporaryFolder folder;
  const Arguments data = GetParam().write(folder);
  const auto before = testing::snapshot(folder.path());
  const auto outcome = testing::disgnn(
      testing::joined({{"train"}, data, {"--out", "run"}, testing::small_training()}),
      folder.path());
  testing::expect_refusal(outcome, 3, GetParam().message);
  EXPECT_EQ(testing::snapshot(folder.path()), before);
  EXPECT_FALSE(testing::fs::exists(folder.path() / "run"));
}

std::string name_of(const ::testing::TestParamInfo<BadInput>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Files, BadInputs, ::testing::ValuesIn(unreadable_files()), name_of);
INSTANTIATE_TEST_SUITE_P(Values, BadInputs, ::testing::ValuesIn(senseless_values()), name_of);
INSTANTIATE_TEST_SUITE_P(Graphs, BadInputs, ::testing::ValuesIn(useless_graphs()), name_of);

TEST(BadInputs, WithoutPermissionAreNamed) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const TemporaryFolder folder;
  const Arguments data = Tables().write(folder);
  testing::fs::permissions(folder.path() / "nodes.csv", testing::fs::perms::none);
  testing::expect_refusal(testing::disgnn(testing::joined({{"info"}, data}), folder.path()), 3,
                          {"nodes.csv", "Permission denied", "check the path"});
}

}  // namespace
}  // namespace disgnn

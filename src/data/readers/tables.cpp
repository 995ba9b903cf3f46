#include "tables.h"

#include <array>

#include "disgnn/core/error.h"
#include "edge_table.h"
#include "node_table.h"
#include "source_paths.h"

namespace disgnn {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kTableExtensions{".csv", ".tsv", ".csv.gz", ".tsv.gz"};

struct TableFiles {
  fs::path nodes;
  fs::path edges;
  std::string name;
};

TableFiles table_files(const DataSource& source) {
  if (!source.path.empty()) {
    return {*find_with_extension(source.path, "nodes", kTableExtensions),
            *find_with_extension(source.path, "edges", kTableExtensions),
            dataset_name(source.path)};
  }
  if (source.nodes_file.empty() || source.edges_file.empty()) {
    throw usage_error("a graph of tables needs both a node table and an edge table",
                      "use --nodes FILE and --edges FILE together");
  }
  std::string name = dataset_name(source.edges_file);
  if (name == "edges") name = dataset_name(fs::absolute(source.edges_file).parent_path());
  return {source.nodes_file, source.edges_file, name};
}

}  // namespace

std::string TablesReader::description() const {
  return "CSV or TSV tables (also .gz): a folder with nodes.csv and edges.csv, or --nodes FILE "
         "--edges FILE";
}

bool TablesReader::recognises(const DataSource& source) const {
  if (source.path.empty()) {
    return !has_extension(source.edges_file, ".mtx") &&
           !(source.nodes_file.empty() && source.edges_file.empty());
  }
  return exists_with_extension(source.path, "nodes", kTableExtensions) &&
         exists_with_extension(source.path, "edges", kTableExtensions);
}

RawDataset TablesReader::read(const DataSource& source) const {
  refuse_side_files(source, "pair of tables");
  const TableFiles files = table_files(source);
  NodeTable nodes = read_node_table(files.nodes, source);
  const auto count = static_cast<NodeId>(nodes.ids.size());
  EdgeTable edges = read_edge_table(files.edges, NodeIdIndex(nodes.ids, count));

  RawDataset data;
  data.name = files.name;
  data.nodes = count;
  data.directed = source.directed;
  data.pairs = std::move(edges.pairs);
  data.relations = std::move(edges.relations);
  data.relation_names = std::move(edges.relation_names);
  move_into(std::move(nodes), data);
  data.warnings.insert(data.warnings.end(), edges.warnings.begin(), edges.warnings.end());
  return data;
}

}  // namespace disgnn

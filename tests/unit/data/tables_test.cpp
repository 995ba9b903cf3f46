#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "disgnn/data/reader.h"
#include "gzip_bytes.h"
#include "sources.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace disgnn::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Three people, two of them labelled, with an age and a name; edges ann - bob and bob - cy.
class Tables : public ::testing::Test {
 protected:
  RawDataset read() {
    source_.nodes_file = folder_.write("people/nodes.csv", nodes_);
    source_.edges_file = folder_.write("people/edges.csv", edges_);
    return read_dataset(source_);
  }
  void expect_refused(const std::vector<std::string>& parts) {
    expect_input_error(parts, [&] { read(); });
  }

  TemporaryFolder folder_;
  std::string nodes_ = "id,age,label\nann,30,b\nbob,41.5,a\ncy,-2e1,\n";
  std::string edges_ = "source,target\nann,bob\nbob,cy\n";
  DataSource source_;
};

TEST_F(Tables, ReadIdsLabelsFeaturesAndEdges) {
  const RawDataset data = read();
  EXPECT_EQ(data.name, "people");
  EXPECT_EQ(data.nodes, 3);
  EXPECT_THAT(data.node_ids, ElementsAre("ann", "bob", "cy"));
  EXPECT_THAT(data.class_names, ElementsAre("a", "b"));
  EXPECT_THAT(data.labels, ElementsAre(1, 0, -1));
  const auto& features = std::get<DenseFeatures>(data.features);
  EXPECT_EQ(features.columns, 1);
  EXPECT_THAT(features.values, ElementsAre(30, 41.5, -20));
  EXPECT_THAT(data.pairs, ElementsAre(NodePair{0, 1}, NodePair{1, 2}));
  EXPECT_THAT(data.relations, IsEmpty());
  EXPECT_THAT(data.warnings, IsEmpty());
}

TEST_F(Tables, AreFoundInAFolderAlsoZippedAndTabbed) {
  folder_.write("team/nodes.tsv.gz", gzip_bytes("id\tlabel\nann\tx\nbob\ty\n"));
  folder_.write("team/edges.csv", "source,target\nann,bob\n");
  const RawDataset data = read_dataset(at_path((folder_.path() / "team").string()));
  EXPECT_EQ(data.name, "team");
  EXPECT_THAT(data.labels, ElementsAre(0, 1));
  EXPECT_THAT(data.pairs, ElementsAre(NodePair{0, 1}));
}

TEST_F(Tables, ReportTwoNodeTablesInOneFolder) {
  folder_.write("team/nodes.tsv", "id\n");
  folder_.write("team/nodes.csv", "id\n");
  folder_.write("team/edges.csv", "source,target\n");
  expect_input_error({"nodes.tsv", "also nodes.csv"},
                     [&] { read_dataset(at_path((folder_.path() / "team").string())); });
}

TEST_F(Tables, AreNamedAfterTheEdgeFile) {
  source_.nodes_file = folder_.write("n.csv", nodes_);
  source_.edges_file = folder_.write("follows.csv", edges_);
  EXPECT_EQ(read_dataset(source_).name, "follows");
}

TEST_F(Tables, OrderIntegerClassesAsNumbers) {
  nodes_ = "id,label\na,10\nb,9\nc,-1\n";
  edges_ = "source,target\n";
  const RawDataset data = read();
  EXPECT_THAT(data.class_names, ElementsAre("9", "10"));
  EXPECT_THAT(data.labels, ElementsAre(1, 0, -1));
  EXPECT_THAT(data.warnings, ElementsAre(HasSubstr("1 nodes with label -1")));
}

TEST_F(Tables, OrderOtherClassesAsText) {
  nodes_ = "id,label\na,10\nb,9\nc,x\n";
  edges_ = "source,target\n";
  EXPECT_THAT(read().class_names, ElementsAre("10", "9", "x"));
}

TEST_F(Tables, TakeTheNamedColumns) {
  nodes_ = "label,key,team,skip\n1,ann,red,x\n2,bob,blue,5\n3,cy,red,y\n";
  source_.id_column = "key";
  source_.label_column = "team";
  source_.ignored_columns = {"skip"};
  const RawDataset data = read();
  EXPECT_THAT(data.node_ids, ElementsAre("ann", "bob", "cy"));
  EXPECT_THAT(data.class_names, ElementsAre("blue", "red"));
  EXPECT_THAT(std::get<DenseFeatures>(data.features).values, ElementsAre(1, 2, 3));
}

TEST_F(Tables, TakeTheFirstColumnForIdsByDefault) {
  nodes_ = "person,age\nann,1\nbob,2\ncy,3\n";
  const RawDataset data = read();
  EXPECT_THAT(data.node_ids, ElementsAre("ann", "bob", "cy"));
  EXPECT_THAT(data.labels, IsEmpty());
}

TEST_F(Tables, ForgetIdsThatOnlyCount) {
  nodes_ = "id,age\n0,1\n1,2\n";
  edges_ = "source,target\n1,0\n";
  const RawDataset data = read();
  EXPECT_THAT(data.node_ids, IsEmpty());
  EXPECT_THAT(data.pairs, ElementsAre(NodePair{1, 0}));
}

TEST_F(Tables, LeaveOutColumnsWithoutNumbersAndSaySo) {
  nodes_ = "id,name,empty,age\nann,Ann,,1\nbob,Bob,,2\ncy,Cy,nan,3\n";
  const RawDataset data = read();
  EXPECT_EQ(feature_columns(data.features), 1);
  EXPECT_THAT(data.warnings,
              ElementsAre(HasSubstr("column 'name' holds no numbers"), HasSubstr("'empty'")));
}

TEST_F(Tables, LeaveOutColumnsThatLookLikeIds) {
  nodes_ = "id,facebook_id,age\n";
  edges_ = "source,target\n";
  for (int i = 0; i < 40; ++i) {  // one float apart, all different
    nodes_ += fmt::format("n{},{},{}\n", i, 142927245775360 + i, i % 5);
  }
  RawDataset data = read();
  EXPECT_THAT(data.feature_names, ElementsAre("age"));
  EXPECT_THAT(data.warnings, ElementsAre(HasSubstr("'facebook_id' looks like an id")));
  source_.feature_columns = {"age", "facebook_id"};
  data = read();
  EXPECT_THAT(data.feature_names, ElementsAre("age", "facebook_id"));
  EXPECT_THAT(data.warnings, IsEmpty());
}

TEST_F(Tables, KeepWholeNumbersOfFewRows) {
  nodes_ = "id,age\nann,1\nbob,2\ncy,3\n";
  EXPECT_EQ(feature_columns(read().features), 1);
}

TEST_F(Tables, LeaveOutAColumnWithoutAName) {
  nodes_ = ",id,age\n0,ann,1.5\n1,bob,2\n2,cy,3\n";
  const RawDataset data = read();
  EXPECT_THAT(data.feature_names, ElementsAre("age"));
  EXPECT_THAT(data.warnings, ElementsAre(HasSubstr("column 1 has no name")));
}

TEST_F(Tables, TakeTheNamedFeaturesInTheirOrder) {
  nodes_ = "id,age,size\nann,1,4\nbob,2,5\ncy,3,6\n";
  source_.feature_columns = {"size", "age"};
  EXPECT_THAT(std::get<DenseFeatures>(read().features).values, ElementsAre(4, 1, 5, 2, 6, 3));
  source_.feature_columns = {"weight"};
  expect_refused({"nodes.csv:1: ", "no column 'weight'", "age, size"});
}

TEST_F(Tables, HaveNoFeaturesWithoutNumericColumns) {
  nodes_ = "id\nann\nbob\ncy\n";
  EXPECT_FALSE(has_features(read().features));
}

TEST_F(Tables, ReportCellsThatAreNoFiniteNumberInNumericColumns) {
  nodes_ = "id,age\nann,1\nbob,old\ncy,3\n";
  expect_refused({"nodes.csv:3:2: ", "'old'", "--ignore-columns age"});
  nodes_ = "id,age\nann,1\nbob,\ncy,3\n";
  expect_refused({"nodes.csv:3:2: ", "is empty", "--ignore-columns age"});
  for (const char* cell : {"nan", "inf", "-inf", "1e39", "1e999", "0x1p", "1 2", "1,5"}) {
    nodes_ = "id;age\nann;1\nbob;2\ncy;" + std::string(cell) + "\n";
    expect_refused({"nodes.csv:4:2: ", cell});
  }
}

TEST_F(Tables, ReportTheFirstOfSeveralBadCells) {
  nodes_ = "id,a,b\nann,1,x\nbob,y,2\ncy,3,3\n";
  expect_refused({"nodes.csv:2:3: ", "'x'"});
}

TEST_F(Tables, ReportMissingColumns) {
  source_.label_column = "team";
  expect_refused({"nodes.csv:1: ", "no column 'team'", "id, age, label"});
  source_.label_column = "label";
  source_.id_column = "key";
  expect_refused({"no column 'key'"});
  source_.id_column = "";
  source_.ignored_columns = {"aeg"};
  expect_refused({"no column 'aeg'"});
}

TEST_F(Tables, ReportOneColumnForIdAndLabel) {
  source_.id_column = "label";
  expect_refused({"nodes.csv:1:3: ", "both id and label"});
}

TEST_F(Tables, ReportBrokenNodeTables) {
  nodes_ = "id,age\nann,1\nbob,2\nann,3\n";
  expect_refused({"nodes.csv:4:1: ", "'ann' occurs twice", "line 2"});
  nodes_ = "id,age\nann,1\n,2\n";
  expect_refused({"nodes.csv:3:1: ", "id is empty"});
  nodes_ = "id,age,age\nann,1,2\n";
  expect_refused({"nodes.csv:1:3: ", "'age' occurs twice"});
  nodes_ = "id,age\nann,1\nbob\n";
  expect_refused({"nodes.csv:3:2: ", "1 cells"});
  nodes_ = "id,age\n";
  expect_refused({"nodes.csv: ", "no rows"});
  nodes_ = "";
  expect_refused({"nodes.csv: ", "is empty"});
  nodes_ = "id,label\nann,1\nbob,-2\ncy,3\n";
  expect_refused({"nodes.csv:3:2: ", "-2 is negative"});
}

TEST_F(Tables, ReadRelationsWithNoise) {
  edges_ = "relation,to,from\nclub,bob,ann\nnoise,cy,bob\n,ann,cy\n-1,ann,bob\narea,cy,ann\n";
  const RawDataset data = read();
  EXPECT_THAT(data.pairs, ElementsAre(NodePair{0, 1}, NodePair{1, 2}, NodePair{2, 0},
                                      NodePair{1, 0}, NodePair{0, 2}));
  EXPECT_THAT(data.relation_names, ElementsAre("area", "club"));
  EXPECT_THAT(data.relations, ElementsAre(1, -1, -1, -1, 0));
}

TEST_F(Tables, KnowTheUsualNamesOfEnds) {
  for (const char* header : {"src,dst", "from,to", "source,target", "a,b"}) {
    edges_ = std::string(header) + "\nbob,ann\n";
    EXPECT_THAT(read().pairs, ElementsAre(NodePair{1, 0})) << header;
  }
}

TEST_F(Tables, ReadEdgesWithoutAHeader) {
  edges_ = "ann,bob,7\ncy,cy,8\n";
  EXPECT_THAT(read().pairs, ElementsAre(NodePair{0, 1}, NodePair{2, 2}));
}

TEST_F(Tables, SayWhichEdgeColumnsAreNotUsed) {
  edges_ = "source,target,weight\nann,bob,2\n";
  EXPECT_THAT(read().warnings, ElementsAre(HasSubstr("not used: weight")));
}

TEST_F(Tables, AllowGraphsWithoutEdges) {
  edges_ = "source,target\n";
  EXPECT_THAT(read().pairs, IsEmpty());
  edges_ = "";
  expect_refused({"edges.csv: ", "is empty", "source,target"});
}

TEST_F(Tables, ReportUnknownIdsInEdges) {
  edges_ = "source,target\nann,bob\ncy,dan\n";
  expect_refused({"edges.csv:3:2: ", "unknown node id 'dan'"});
  edges_ = "ann,bob\ndan,cy\n";
  expect_refused({"edges.csv:2:1: ", "'dan'"});
  edges_ = "ann,dan\nann,bob\n";
  expect_refused({"edges.csv:1:2: ", "'dan'"});
}

TEST_F(Tables, ReportBrokenEdgeTables) {
  edges_ = "source\nann\n";
  expect_refused({"edges.csv:1: ", "two columns"});
  edges_ = "source,target\nann,bob,cy\n";
  expect_refused({"edges.csv:2:3: ", "3 cells"});
}

TEST_F(Tables, ReportAMissingCompanion) {
  DataSource source;
  source.edges_file = folder_.write("edges.csv", edges_);
  expect_error(ErrorKind::kUsage, {"--nodes FILE"}, [&] { read_dataset(source); });
  source.nodes_file = (folder_.path() / "missing.csv").string();
  expect_input_error({"missing.csv", "no such file"}, [&] { read_dataset(source); });
}

}  // namespace
}  // namespace disgnn::testing

#include "disgnn/data/csv.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "disgnn/data/text_file.h"
#include "gzip_bytes.h"
#include "robustness.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace disgnn::testing {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(CsvReader reader) {
  Rows rows;
  for (CsvRow row; reader.next(row);) rows.push_back(row.cells);
  return rows;
}

Rows rows_of(const std::string& text) {
  return rows_of(CsvReader(text, "t.csv"));
}

TEST(Csv, ReadsRowsAndEmptyCells) {
  EXPECT_EQ(rows_of("a,b,c\n1,,3\n,,\n"), (Rows{{"a", "b", "c"}, {"1", "", "3"}, {"", "", ""}}));
}

TEST(Csv, ReadsALastRowWithoutNewline) {
  EXPECT_EQ(rows_of("a,b\n1,2"), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(rows_of("a,b\n1,"), (Rows{{"a", "b"}, {"1", ""}}));
}

TEST(Csv, DetectsTheDelimiterFromTheFirstRow) {
  EXPECT_EQ(CsvReader("a\tb,c\td\n", "t").delimiter(), '\t');
  EXPECT_EQ(CsvReader("a;b;c\n1,5;2;3\n", "t").delimiter(), ';');
  EXPECT_EQ(CsvReader("\"x;y;z\",b\n", "t").delimiter(), ',');
  EXPECT_EQ(CsvReader("alone\n1;2\n", "t").delimiter(), ',');
  EXPECT_EQ(CsvReader("\n\na\tb\n", "t").delimiter(), '\t');
}

TEST(Csv, ReadsQuotedCellsWithDelimitersQuotesAndNewlines) {
  EXPECT_EQ(rows_of("name,n\n\"Doe, \"\"J\"\"\",1\n\"two\nlines\", \"q\" \n"),
            (Rows{{"name", "n"}, {"Doe, \"J\"", "1"}, {"two\nlines", "q"}}));
}

TEST(Csv, CountsLinesInsideQuotedCells) {
  CsvReader reader("a\n\"1\n2\"\n3\n", "t.csv");
  CsvRow row;
  ASSERT_TRUE(reader.next(row) && reader.next(row));
  EXPECT_EQ(row.line, 2);
  ASSERT_TRUE(reader.next(row));
  EXPECT_EQ(row.line, 4);
}

TEST(Csv, AcceptsAnyLineEndingAndSkipsBlankLines) {
  EXPECT_EQ(rows_of("a,b\r\n\r\n1,2\r3,4\n\n"), (Rows{{"a", "b"}, {"1", "2"}, {"3", "4"}}));
}

TEST(Csv, TrimsSpacesAroundUnquotedCellsOnly) {
  EXPECT_EQ(rows_of("a, b ,\" c \"\n"), (Rows{{"a", "b", " c "}}));
}

TEST(Csv, KeepsQuotesInsideUnquotedCells) {
  EXPECT_EQ(rows_of("5\" pipe,2\n"), (Rows{{"5\" pipe", "2"}}));
}

TEST(Csv, ReportsRaggedRowsWithLineAndColumn) {
  expect_input_error({"t.csv:3:3: ", "2 cells", "first row has 3"},
                     [] { rows_of("a,b,c\n1,2,3\n1,2\n"); });
  expect_input_error({"t.csv:2:3: ", "3 cells", "first row has 2"},
                     [] { rows_of("a,b\n1,2,3\n"); });
}

TEST(Csv, ReportsUnclosedQuotesWhereTheyOpen) {
  expect_input_error({"t.csv:2: ", "never closed"}, [] { rows_of("a\n\"b\nc\n"); });
}

TEST(Csv, ReportsTextAfterAClosingQuote) {
  expect_input_error({"t.csv:1: ", "closing quotation mark"}, [] { rows_of("\"a\"b,c\n"); });
}

TEST(Csv, QuotesCellsThatNeedIt) {
  const std::vector<std::string> cells{"plain", "a,b", "say \"hi\"", " padded", "", "x\ny"};
  EXPECT_EQ(csv_row(cells), "plain,\"a,b\",\"say \"\"hi\"\"\",\" padded\",,\"x\ny\"\n");
  const std::vector<std::string> empty{""};
  EXPECT_EQ(csv_row(empty), "\"\"\n");
}

TEST(TextFile, DropsAByteOrderMark) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_text_file(folder.write("a.csv", "\xef\xbb\xbfid\n")), "id\n");
}

TEST(TextFile, UnzipsGzipWhateverItsName) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_text_file(folder.write("a.csv.gz", gzip_bytes("id\n1\n"))), "id\n1\n");
  EXPECT_EQ(read_text_file(folder.write("b.csv", gzip_bytes("id\n"))), "id\n");
}

TEST(TextFile, ReadsGzipOfSeveralMembers) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_text_file(folder.write("a.gz", gzip_bytes("one ") + gzip_bytes("two"))),
            "one two");
}

TEST(TextFile, UnzipsMoreThanOneBuffer) {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 100000; ++i) text += std::to_string(i);
  EXPECT_EQ(read_text_file(folder.write("a.gz", gzip_bytes(text))), text);
}

TEST(TextFile, ReportsDamagedGzip) {
  const TemporaryFolder folder;
  const std::string whole = gzip_bytes("id\n1\n2\n");
  for (std::size_t length = 2; length < whole.size(); ++length) {
    expect_input_error({"cut.csv", "damaged or cut short gzip"},
                       [&] { read_text_file(folder.write("cut.csv", whole.substr(0, length))); });
  }
  std::string flipped = whole;
  flipped[flipped.size() - 6] ^= 1;  // the checksum
  expect_input_error({"bad.gz", "gzip -t"},
                     [&] { read_text_file(folder.write("bad.gz", flipped)); });
  expect_input_error({"plain.gz", "not gzip data"},
                     [&] { read_text_file(folder.write("plain.gz", "id\n")); });
}

TEST(TextFile, ReportsFilesThatAreNoText) {
  const TemporaryFolder folder;
  expect_input_error({"a.csv", "NUL"},
                     [&] { read_text_file(folder.write("a.csv", std::string("a\0b", 3))); });
  expect_input_error({"missing.csv"}, [&] { read_text_file(folder.path() / "missing.csv"); });
  expect_input_error({"is a folder"}, [&] { read_text_file(folder.path()); });
}

/// Text of the characters that matter to the format.
rc::Gen<std::string> tricky_text() {
  return rc::gen::container<std::string>(
      rc::gen::element('a', '1', ',', ';', '\t', '"', ' ', '\n', '\r', '\xef', '\xbb', '\xbf'));
}

RC_GTEST_PROP(CsvProperty, CellsSurviveWritingAndReading, ()) {
  const auto width = *rc::gen::inRange<std::size_t>(1, 5);
  const auto row = rc::gen::container<std::vector<std::string>>(width, tricky_text());
  const Rows rows = *rc::gen::container<Rows>(row);
  std::string text;
  for (const auto& cells : rows) text += csv_row(cells);
  RC_ASSERT(rows_of(text) == rows);
}

RC_GTEST_PROP(CsvProperty, AnyTextIsReadOrReported, ()) {
  const std::string text = *tricky_text();
  parses_or_reports([&] { rows_of(text); });
}

RC_GTEST_PROP(CsvProperty, DamagedGzipIsReadOrReported, ()) {
  const TemporaryFolder folder;
  const std::string damaged = damaged_copy(gzip_bytes("id,label\n1,a\n2,b\n"));
  const std::string file = folder.write("a.csv.gz", damaged);
  parses_or_reports([&] { rows_of(CsvReader(std::filesystem::path(file))); });
}

}  // namespace
}  // namespace disgnn::testing

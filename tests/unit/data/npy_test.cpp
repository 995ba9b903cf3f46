#include "disgnn/data/npy.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include "npy_bytes.h"
#include "robustness.h"
#include "support/expect_error.h"

namespace disgnn::testing {
namespace {

using Integers = std::vector<std::int64_t>;
using Floats = std::vector<float>;

NpyArray parse_array(std::string bytes) {
  return parse_npy(std::move(bytes), "a.npy");
}

void expect_refused(std::string bytes, std::vector<std::string> parts) {
  parts.emplace_back("a.npy: ");
  expect_input_error(parts, [&] { parse_array(std::move(bytes)); });
}

TEST(Npy, ReadsLittleEndianIntegers) {
  const NpyArray array = parse_array(
      npy_array("<i8", "(2,)", raw("\x02\x01\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff")));
  EXPECT_EQ(array.shape(), Integers{2});
  EXPECT_EQ(array.integers(), (Integers{258, -1}));
}

TEST(Npy, ReadsBigEndianIntegers) {
  EXPECT_EQ(parse_array(npy_array(">i4", "(2,)", raw("\0\0\x01\x02\xff\xff\xff\xfe"))).integers(),
            (Integers{258, -2}));
}

TEST(Npy, ReadsEveryIntegerWidth) {
  EXPECT_EQ(parse_array(npy_array("|i1", "(1,)", "\xff")).integers(), Integers{-1});
  EXPECT_EQ(parse_array(npy_array("|u1", "(1,)", "\xff")).integers(), Integers{255});
  EXPECT_EQ(parse_array(npy_array("<i2", "(1,)", "\xfe\xff")).integers(), Integers{-2});
  EXPECT_EQ(parse_array(npy_array("<u2", "(1,)", "\xfe\xff")).integers(), Integers{65534});
  EXPECT_EQ(parse_array(npy_array("<u4", "(1,)", "\xff\xff\xff\xff")).integers(),
            Integers{4294967295});
  EXPECT_EQ(parse_array(npy_array("<u8", "(1,)", raw("\x07\0\0\0\0\0\0\0"))).integers(),
            Integers{7});
}

TEST(Npy, ReadsBooleansAsZeroAndOne) {
  EXPECT_EQ(parse_array(npy_array("|b1", "(3,)", raw("\x01\0\x01"))).integers(),
            (Integers{1, 0, 1}));
}

TEST(Npy, ReadsFloatsOfEveryWidth) {
  EXPECT_EQ(parse_array(npy_array("<f4", "(2,)", raw("\0\0\xc0\x3f\0\0\0\xc0"))).floats(),
            (Floats{1.5F, -2}));
  EXPECT_EQ(parse_array(npy_array(">f4", "(1,)", raw("\x3f\xc0\0\0"))).floats(), Floats{1.5F});
  EXPECT_EQ(parse_array(npy_array("<f8", "(1,)", raw("\0\0\0\0\0\0\xe0\x3f"))).floats(),
            Floats{0.5F});
  EXPECT_EQ(parse_array(npy_array("<f2", "(4,)", raw("\0\x3c\0\xc0\x01\0\xff\x7b"))).floats(),
            (Floats{1, -2, 0x1p-24F, 65504}));
}

TEST(Npy, ReadsHalfPrecisionInfinityAndNan) {
  const Floats values = parse_array(npy_array("<f2", "(2,)", raw("\0\xfc\x01\x7c"))).floats();
  EXPECT_EQ(values[0], -std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(values[1]));
}

TEST(Npy, ReadsIntegersAsFloats) {
  EXPECT_EQ(parse_array(npy_array("|i1", "(2,)", "\x03\xfd")).floats(), (Floats{3, -3}));
  EXPECT_EQ(parse_array(npy_array("<u8", "(1,)", "\xff\xff\xff\xff\xff\xff\xff\xff")).floats(),
            Floats{0x1p64F});
}

TEST(Npy, ReadsByteStringsAndCutsTrailingNuls) {
  EXPECT_EQ(parse_array(npy_array("|S3", "(2,)", raw("csra\0\0"))).strings(),
            (std::vector<std::string>{"csr", "a"}));
}

TEST(Npy, ReadsUnicodeStringsAsUtf8) {
  // "é" U+00E9, "€" U+20AC, "😀" U+1F600 with room for two code points each.
  EXPECT_EQ(parse_array(npy_array("<U2", "(3,)",
                                  raw("\xe9\0\0\0a\0\0\0\xac\x20\0\0\0\0\0\0\0\xf6\x01\0\0\0\0\0")))
                .strings(),
            (std::vector<std::string>{"\xc3\xa9"
                                      "a",
                                      "\xe2\x82\xac", "\xf0\x9f\x98\x80"}));
  EXPECT_EQ(parse_array(npy_array(">U1", "(1,)", raw("\0\0\0A"))).strings(),
            std::vector<std::string>{"A"});
}

TEST(Npy, TurnsFortranOrderIntoRows) {
  // The rows are (1, 2, 3) and (4, 5, 6); columns come first in the file.
  EXPECT_EQ(parse_array(npy_array("|i1", "(2, 3)", "\x01\x04\x02\x05\x03\x06", true)).integers(),
            (Integers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(parse_array(npy_array("|i1", "(3,)", "\x01\x02\x03", true)).integers(),
            (Integers{1, 2, 3}));
}

TEST(Npy, ReadsAllFormatVersions) {
  for (const int version : {1, 2, 3}) {
    const std::string bytes = npy_bytes(
        "{'descr': '|i1', 'fortran_order': False, 'shape': (2,), }\n", "\x05\x06", version);
    EXPECT_EQ(parse_array(bytes).integers(), (Integers{5, 6})) << version;
  }
}

TEST(Npy, ReadsSingleValuesAndPythonTwoShapes) {
  EXPECT_EQ(parse_array(npy_array("|i1", "()", "\x09")).integers(), Integers{9});
  EXPECT_TRUE(parse_array(npy_array("|i1", "()", "\x09")).shape().empty());
  EXPECT_EQ(parse_array(npy_bytes("{\"shape\":(2L,),\"fortran_order\":False,\"descr\":\"|i1\"}",
                                  "\x05\x06"))
                .integers(),
            (Integers{5, 6}));
}

TEST(Npy, ReadsEmptyArrays) {
  const NpyArray array = parse_array(npy_array("<i8", "(0, 2)", ""));
  EXPECT_EQ(array.shape(), (Integers{0, 2}));
  EXPECT_TRUE(array.integers().empty());
}

TEST(Npy, RefusesWrongMagic) {
  expect_refused("id,label\n1,2\n3,4\n", {"wrong magic", "np.save"});
  expect_refused("\x93NUMPX\x01\x02\x03\x04\x05\x06", {"wrong magic"});
}

TEST(Npy, RefusesTruncationAnywhere) {
  const std::string whole = npy_array("<i4", "(2,)", raw("\x01\0\0\0\x02\0\0\0"));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    expect_refused(whole.substr(0, length), {"cut short"});
  }
}

TEST(Npy, RefusesBytesBeyondTheArray) {
  expect_refused(npy_array("|i1", "(1,)", "\x01\x02"),
                 {"too long", "announces 1 bytes", "2 are there"});
}

TEST(Npy, RefusesUnknownVersions) {
  expect_refused(npy_bytes("{'descr': '|i1', 'fortran_order': False, 'shape': (0,), }", "", 4),
                 {"version 4.0"});
}

TEST(Npy, RefusesPicklesWithTheRemedy) {
  expect_refused(npy_array("|O", "(1,)", "\x80\x04N."),
                 {"Python objects", "pickle", "np.save(file, array, allow_pickle=False)"});
}

TEST(Npy, RefusesStructuredArraysAndUnsupportedTypes) {
  expect_refused(
      npy_bytes("{'descr': [('a', '<i8')], 'fortran_order': False, 'shape': (0,), }", ""),
      {"structured"});
  for (const char* type : {"<c8", "<f16", "<M8", "|V4", "<i3", "|b2", "<f1", "i8", "<i", "<U-1"}) {
    expect_refused(npy_array(type, "(0,)", ""), {"does not read"});
  }
}

TEST(Npy, RefusesShapesThatOverflow) {
  expect_refused(npy_array("<i8", "(4294967296, 4294967296)", ""), {"more items than fit"});
  expect_refused(npy_array("<i8", "(2305843009213693952,)", ""), {"more items than fit"});
  expect_refused(npy_array("<i8", "(99999999999999999999,)", ""), {"cannot be understood"});
  expect_refused(npy_array("<U4611686018427387904", "(1,)", ""), {"does not read"});
}

TEST(Npy, RefusesManyStringsWithoutBytes) {
  expect_refused(npy_array("|S0", "(1000000000000,)", ""), {"strings of length 0"});
}

TEST(Npy, RefusesBrokenHeaders) {
  for (const char* dictionary :
       {"", "{", "[]", "{'descr': '<i8'}",
        "{'descr': '<i8', 'fortran_order': False, 'shape': (-1,)}",
        "{'descr': '<i8', 'fortran_order': Maybe, 'shape': ()}",
        "{'descr': '<i8', 'fortran_order': False, 'shape': (), 'extra': 1}",
        "{'descr': '<i8', 'fortran_order': False, 'shape': ()} x",
        "{'descr': '<i8', 'descr': '<i8', 'fortran_order': False, 'shape': ()}"}) {
    expect_refused(npy_bytes(dictionary, raw("\0\0\0\0\0\0\0\0")), {"header"});
  }
}

TEST(Npy, RefusesFortranOrderInThreeDimensions) {
  expect_refused(npy_array("|i1", "(1, 1, 1)", "\x01", true), {"Fortran", "np.ascontiguousarray"});
}

TEST(Npy, RefusesToConvertBetweenTextNumbersAndFractions) {
  const NpyArray text = parse_array(npy_array("|S1", "(1,)", "a"));
  const NpyArray number = parse_array(npy_array("|i1", "(1,)", "\x01"));
  const NpyArray fraction = parse_array(npy_array("<f4", "(1,)", raw("\0\0\xc0\x3f")));
  expect_input_error({"a.npy: ", "text"}, [&] { static_cast<void>(text.integers()); });
  expect_input_error({"a.npy: ", "text"}, [&] { static_cast<void>(text.floats()); });
  expect_input_error({"a.npy: ", "numbers"}, [&] { static_cast<void>(number.strings()); });
  expect_input_error({"a.npy: ", "astype(np.int64)"},
                     [&] { static_cast<void>(fraction.integers()); });
}

TEST(Npy, RefusesUnsignedValuesBeyondInt64) {
  const NpyArray array = parse_array(npy_array("<u8", "(1,)", "\xff\xff\xff\xff\xff\xff\xff\xff"));
  expect_input_error({"item 0 is 18446744073709551615"},
                     [&] { static_cast<void>(array.integers()); });
}

TEST(Npy, RefusesInvalidUnicode) {
  for (const std::string& code : {raw("\0\xd8\0\0"), raw("\0\0\x11\0"), raw("\xff\xff\xff\xff")}) {
    const NpyArray array = parse_array(npy_array("<U1", "(1,)", code));
    expect_input_error({"item 0 is not valid Unicode"},
                       [&] { static_cast<void>(array.strings()); });
  }
}

TEST(NpyEncode, WritesWhatNumpyWrites) {
  const std::vector<std::int64_t> items{1, 2};
  const std::string bytes = encode_npy(std::span(items), {2});
  const std::string text = "{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }";
  const std::string expected = raw("\x93NUMPY\x01\0\x76\0") + text +
                               std::string(117 - text.size(), ' ') + "\n" +
                               raw("\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0");
  EXPECT_EQ(bytes, expected);
}

TEST(NpyEncode, WritesTextAsOneByteString) {
  const NpyArray array = parse_array(encode_npy_text("csr"));
  EXPECT_TRUE(array.shape().empty());
  EXPECT_EQ(array.strings(), std::vector<std::string>{"csr"});
}

TEST(NpyEncode, WritesMasksAsBooleans) {
  const std::vector<std::uint8_t> mask{1, 0, 0, 1, 1, 0};
  const NpyArray array = parse_array(encode_npy_mask(mask, {2, 3}));
  EXPECT_EQ(array.kind(), NpyKind::kBool);
  EXPECT_EQ(array.shape(), (Integers{2, 3}));
  EXPECT_EQ(array.integers(), (Integers{1, 0, 0, 1, 1, 0}));
}

RC_GTEST_PROP(NpyProperty, IntegersSurviveWritingAndReading,
              (const std::vector<std::int64_t>& items)) {
  RC_ASSERT(parse_array(encode_npy(std::span(items), {static_cast<std::int64_t>(items.size())}))
                .integers() == items);
}

RC_GTEST_PROP(NpyProperty, FloatsSurviveWritingAndReading, (const std::vector<float>& items)) {
  RC_ASSERT(parse_array(encode_npy(std::span(items), {1, static_cast<std::int64_t>(items.size())}))
                .floats() == items);
}

RC_GTEST_PROP(NpyProperty, DamagedFilesAreReadOrReported, ()) {
  const std::vector<std::int32_t> items{1, 2, 3, 4, 5, 6};
  const std::string bytes = *rc::gen::element(
      encode_npy(std::span(items), {3, 2}), npy_array("<U1", "(2,)", raw("a\0\0\0b\0\0\0")),
      npy_array("<f4", "(1, 2)", raw("\0\0\xc0\x3f\0\0\0\xc0"), true));
  const std::string damaged = damaged_copy(bytes);
  parses_or_reports([&] { static_cast<void>(parse_array(damaged).integers()); });
  parses_or_reports([&] { static_cast<void>(parse_array(damaged).floats()); });
  parses_or_reports([&] { static_cast<void>(parse_array(damaged).strings()); });
}

RC_GTEST_PROP(NpyProperty, RandomHeadersAreReadOrReported, (const std::string& dictionary)) {
  parses_or_reports([&] { parse_array(npy_bytes(dictionary, "")); });
}

}  // namespace
}  // namespace disgnn::testing

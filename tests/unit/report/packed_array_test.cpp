#include "report/packed_array.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>

namespace disgnn::report {
namespace {

std::string base64_of(const std::string& text) {
  return base64(std::as_bytes(std::span(text)));
}

/// The other way round, by the definition: six bits a letter.
std::string decoded(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char letter : text) {
    if (letter == '=') break;
    bits = bits << 6U | static_cast<std::uint32_t>(digits.find(letter));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> static_cast<unsigned>(count) & 255U);
  }
  return bytes;
}

/// The numbers of a packed array, times its scale.
template <typename Stored>
std::vector<double> unpacked(const run::Json& json) {
  const std::string bytes = decoded(json.at("data"));
  std::vector<Stored> stored(bytes.size() / sizeof(Stored));
  std::memcpy(stored.data(), bytes.data(), bytes.size());
  std::vector<double> values;
  for (const Stored number : stored) {
    values.push_back(static_cast<double>(number) * json.value("scale", 1.0));
  }
  return values;
}

TEST(Base64, IsThatOfTheStandardsExamples) {
  EXPECT_EQ(base64_of(""), "");
  EXPECT_EQ(base64_of("f"), "Zg==");
  EXPECT_EQ(base64_of("fo"), "Zm8=");
  EXPECT_EQ(base64_of("foo"), "Zm9v");
  EXPECT_EQ(base64_of("foob"), "Zm9vYg==");
  EXPECT_EQ(base64_of("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64_of("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64_of("\xff\xff\xfe"), "///+");
}

TEST(PackedArray, IsLittleEndianWithItsTypeAndShape) {
  const std::vector<std::uint16_t> values{1, 258};  // 01 00 02 01
  const run::Json json = packed(std::span<const std::uint16_t>(values), {1, 2});
  EXPECT_EQ(json.at("type"), "u16");
  EXPECT_EQ(json.at("shape"), run::Json({1, 2}));
  EXPECT_EQ(json.at("data"), "AQACAQ==");
  EXPECT_FALSE(json.contains("scale"));
}

TEST(PackedArray, GivesFloatsBackBitByBit) {
  const std::vector<float> values{0.1F, -3e30F, 0};
  const run::Json json = packed(std::span<const float>(values), {3});
  EXPECT_EQ(json.at("type"), "f32");
  const std::vector<double> found = unpacked<float>(json);
  EXPECT_EQ(found, std::vector<double>(values.begin(), values.end()));
}

TEST(PackedArray, OfSignedNumbersReachesToTheLargest) {
  const std::vector<float> values{-2, 0, 1, 0.5F};
  const run::Json json = packed_signed(values, {4});
  EXPECT_EQ(json.at("type"), "i16");
  const std::vector<double> found = unpacked<std::int16_t>(json);
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_NEAR(found[i], values[i], 2.0 / 32767 / 2 + 1e-9) << i;
  }
  EXPECT_NEAR(found[0], -2, 1e-9);
}

TEST(PackedArray, OfUnsignedNumbersUsesAllBits) {
  const std::vector<float> values{0, 0.25F, 8};
  const std::vector<double> found = unpacked<std::uint16_t>(packed_unsigned(values, {3}));
  EXPECT_NEAR(found[1], 0.25, 8.0 / 65535 / 2 + 1e-9);
  EXPECT_NEAR(found[2], 8, 1e-9);
}

TEST(PackedArray, OfSharesIsCutAtOne) {
  const std::vector<float> values{0, 0.5F, 1, 1.5F, -1};
  const std::vector<double> found = unpacked<std::uint8_t>(packed_unit_bytes(values, {5}));
  EXPECT_NEAR(found[1], 0.5, 0.5 / 255 + 1e-9);
  EXPECT_NEAR(found[2], 1, 1e-9);
  EXPECT_NEAR(found[3], 1, 1e-9);
  EXPECT_EQ(found[4], 0);
}

TEST(PackedArray, MakesZerosOfWhatIsNotFinite) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::vector<float> values{std::numeric_limits<float>::quiet_NaN(), kInfinity, 3,
                                  -kInfinity};
  const std::vector<double> found = unpacked<std::int16_t>(packed_signed(values, {4}));
  EXPECT_EQ(found[0], 0);
  EXPECT_EQ(found[1], 0);
  EXPECT_NEAR(found[2], 3, 1e-9);
  EXPECT_EQ(found[3], 0);
  const std::vector<float> nothing{0, 0};
  EXPECT_EQ(unpacked<std::int16_t>(packed_signed(nothing, {2})), (std::vector<double>{0, 0}));
}

}  // namespace
}  // namespace disgnn::report

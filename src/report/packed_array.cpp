#include "report/packed_array.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "disgnn/core/error.h"

namespace disgnn::report {
namespace {

static_assert(std::endian::native == std::endian::little);

template <typename Value>
run::Json packed_as(const char* type, std::span<const Value> values, const Shape& shape,
                    std::optional<double> scale) {
  std::int64_t count = 1;
  for (const std::int64_t size : shape) count *= size;
  DISGNN_ASSERT(count == static_cast<std::int64_t>(values.size()));
  run::Json json = {{"type", type}, {"shape", shape}};
  if (scale) json["scale"] = *scale;
  json["data"] = base64(std::as_bytes(values));
  return json;
}

template <typename Whole>
std::vector<Whole> whole_numbers(std::span<const float> values, double scale) {
  std::vector<Whole> numbers(values.size());
  std::transform(values.begin(), values.end(), numbers.begin(), [&](float value) {
    if (!std::isfinite(value)) return Whole{0};
    const double number = std::round(value / scale);
    return static_cast<Whole>(
        std::clamp<double>(number, std::numeric_limits<Whole>::lowest(),
                           static_cast<double>(std::numeric_limits<Whole>::max())));
  });
  return numbers;
}

/// So that the largest finite value is the largest whole number.
template <typename Whole>
double scale_for(std::span<const float> values) {
  double largest = 0;
  for (const float value : values) {
    if (std::isfinite(value)) largest = std::max<double>(largest, std::abs(value));
  }
  return largest > 0 ? largest / static_cast<double>(std::numeric_limits<Whole>::max()) : 1;
}

}  // namespace

std::string base64(std::span<const std::byte> bytes) {
  static constexpr char kDigits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8U | (j < count ? std::to_integer<std::uint32_t>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      text += j <= count ? kDigits[group >> (18U - 6U * j) & 63U] : '=';
    }
  }
  return text;
}

run::Json packed(std::span<const std::uint8_t> values, const Shape& shape,
                 std::optional<double> scale) {
  return packed_as("u8", values, shape, scale);
}
run::Json packed(std::span<const std::int16_t> values, const Shape& shape,
                 std::optional<double> scale) {
  return packed_as("i16", values, shape, scale);
}
run::Json packed(std::span<const std::uint16_t> values, const Shape& shape,
                 std::optional<double> scale) {
  return packed_as("u16", values, shape, scale);
}
run::Json packed(std::span<const std::uint32_t> values, const Shape& shape,
                 std::optional<double> scale) {
  return packed_as("u32", values, shape, scale);
}
run::Json packed(std::span<const float> values, const Shape& shape) {
  return packed_as("f32", values, shape, std::nullopt);
}

run::Json packed_unit_bytes(std::span<const float> values, const Shape& shape) {
  constexpr double kScale = 1.0 / 255;
  return packed(std::span<const std::uint8_t>(whole_numbers<std::uint8_t>(values, kScale)), shape,
                kScale);
}

run::Json packed_unsigned(std::span<const float> values, const Shape& shape) {
  const double scale = scale_for<std::uint16_t>(values);
  return packed(std::span<const std::uint16_t>(whole_numbers<std::uint16_t>(values, scale)), shape,
                scale);
}

run::Json packed_signed(std::span<const float> values, const Shape& shape) {
  const double scale = scale_for<std::int16_t>(values);
  return packed(std::span<const std::int16_t>(whole_numbers<std::int16_t>(values, scale)), shape,
                scale);
}

}  // namespace disgnn::report

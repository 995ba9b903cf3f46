#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "disgnn/run/json_format.h"

namespace disgnn::report {

/// RFC 4648, with padding.
std::string base64(std::span<const std::byte> bytes);

// Long columns of a report: little-endian bytes in base64 (docs/report-data.md).
using Shape = std::vector<std::int64_t>;
run::Json packed(std::span<const std::uint8_t> values, const Shape& shape,
                 std::optional<double> scale = std::nullopt);
run::Json packed(std::span<const std::int16_t> values, const Shape& shape,
                 std::optional<double> scale = std::nullopt);
run::Json packed(std::span<const std::uint16_t> values, const Shape& shape,
                 std::optional<double> scale = std::nullopt);
run::Json packed(std::span<const std::uint32_t> values, const Shape& shape,
                 std::optional<double> scale = std::nullopt);
run::Json packed(std::span<const float> values, const Shape& shape);

// Floats in fewer bits: whole numbers of a scale that fits the largest of them. What is not finite
// becomes 0.
run::Json packed_unit_bytes(std::span<const float> values, const Shape& shape);  ///< 0 .. 1, u8
run::Json packed_unsigned(std::span<const float> values, const Shape& shape);    ///< 0 and up, u16
run::Json packed_signed(std::span<const float> values, const Shape& shape);      ///< i16

}  // namespace disgnn::report

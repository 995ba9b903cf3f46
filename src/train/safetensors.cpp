#include "disgnn/train/safetensors.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"

namespace disgnn::train {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors values are little-endian");

using Json = nlohmann::ordered_json;

constexpr std::size_t kLengthBytes = 8;

struct ElementType {
  const char* name;
  at::ScalarType type;
};
constexpr ElementType kElementTypes[] = {
    {"F32", at::kFloat}, {"F64", at::kDouble}, {"I64", at::kLong}};

const char* type_name(at::ScalarType type) {
  for (const auto& known : kElementTypes) {
    if (known.type == type) return known.name;
  }
  throw std::logic_error("safetensors: tensor type without a name");
}

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what) {
  throw input_error(Where{path.string()}, "not a usable safetensors file: " + what,
                    "it was cut short or damaged; train again or use another copy");
}

/// Where a tensor's values lie after the header, checked against the bytes there are.
struct Placement {
  at::ScalarType type;
  std::vector<std::int64_t> shape;
  std::uint64_t begin;
  std::uint64_t end;
};

Placement placement_of(const std::filesystem::path& path, const std::string& name,
                       const Json& entry, std::uint64_t available) {
  const auto bad = [&](const std::string& what) {
    fail(path, fmt::format("tensor '{}' {}", name, what));
  };
  if (!entry.is_object() || !entry.contains("dtype") || !entry["dtype"].is_string() ||
      !entry.contains("shape") || !entry["shape"].is_array() || !entry.contains("data_offsets") ||
      !entry["data_offsets"].is_array() || entry["data_offsets"].size() != 2) {
    bad("lacks dtype, shape or data_offsets");
  }
  Placement place{};
  const auto dtype = entry["dtype"].get<std::string>();
  const auto* known = std::find_if(std::begin(kElementTypes), std::end(kElementTypes),
                                   [&](const ElementType& t) { return dtype == t.name; });
  if (known == std::end(kElementTypes)) bad(fmt::format("has the unknown type '{}'", dtype));
  place.type = known->type;

  constexpr auto kMaxBytes = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  std::uint64_t bytes = c10::elementSize(place.type);
  std::uint64_t stride = bytes;  // the same product without zeros: it must not overflow either
  for (const Json& size : entry["shape"]) {
    if (!size.is_number_unsigned()) bad("has a size that is no whole number");
    const auto value = size.get<std::uint64_t>();
    if (value != 0 && stride > kMaxBytes / value) bad("is larger than the file");
    stride *= std::max<std::uint64_t>(value, 1);
    bytes *= value;
    place.shape.push_back(static_cast<std::int64_t>(value));
  }
  if (bytes > available) bad("is larger than the file");
  for (const Json& offset : entry["data_offsets"]) {
    if (!offset.is_number_unsigned()) bad("has an offset that is no whole number");
  }
  place.begin = entry["data_offsets"][0].get<std::uint64_t>();
  place.end = entry["data_offsets"][1].get<std::uint64_t>();
  if (place.begin > place.end || place.end > available) bad("reaches past the end of the file");
  if (place.end - place.begin != bytes) bad("has offsets that disagree with its shape");
  return place;
}

struct Header {
  Json entries;
  std::uint64_t end;  ///< where the values begin
};

Header parse_header(const std::filesystem::path& path, const std::string& content) {
  std::uint64_t length = 0;
  if (content.size() < kLengthBytes) fail(path, "shorter than its header");
  std::memcpy(&length, content.data(), kLengthBytes);
  if (length > content.size() - kLengthBytes) fail(path, "shorter than its header");
  Json header = Json::parse(content.begin() + kLengthBytes,
                            content.begin() + static_cast<std::ptrdiff_t>(kLengthBytes + length),
                            nullptr, /*allow_exceptions=*/false);
  if (header.is_discarded() || !header.is_object()) fail(path, "its header is no JSON object");
  return {std::move(header), kLengthBytes + length};
}

}  // namespace

void write_tensor_file(const std::filesystem::path& path, const TensorFile& file) {
  Json header = Json::object();
  header["__metadata__"] = file.metadata;
  std::uint64_t offset = 0;
  std::vector<at::Tensor> values;
  for (const auto& [name, tensor] : file.tensors) {
    values.push_back(tensor.detach().contiguous());
    const std::uint64_t end = offset + values.back().nbytes();
    header[name] = {{"dtype", type_name(tensor.scalar_type())},
                    {"shape", tensor.sizes().vec()},
                    {"data_offsets", {offset, end}}};
    offset = end;
  }
  std::string text = header.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.append((kLengthBytes - text.size() % kLengthBytes) % kLengthBytes, ' ');
  const std::uint64_t length = text.size();

  AtomicFile out(path);
  out.stream().write(reinterpret_cast<const char*>(&length), kLengthBytes);
  out.stream().write(text.data(), static_cast<std::streamsize>(text.size()));
  for (const at::Tensor& tensor : values) {
    out.stream().write(static_cast<const char*>(tensor.data_ptr()),
                       static_cast<std::streamsize>(tensor.nbytes()));
  }
  out.commit();
}

TensorFile read_tensor_file(const std::filesystem::path& path) {
  const std::string content = read_file(path);
  const auto [header, start] = parse_header(path, content);

  TensorFile file;
  for (const auto& [name, entry] : header.items()) {
    if (name == "__metadata__") {
      if (!entry.is_object()) fail(path, "its metadata are no JSON object");
      for (const auto& [key, value] : entry.items()) {
        if (!value.is_string()) fail(path, fmt::format("its metadata '{}' is no text", key));
        file.metadata[key] = value.get<std::string>();
      }
      continue;
    }
    const Placement place = placement_of(path, name, entry, content.size() - start);
    at::Tensor tensor = at::empty(place.shape, place.type);
    if (place.end > place.begin) {
      std::memcpy(tensor.data_ptr(), content.data() + start + place.begin, place.end - place.begin);
    }
    file.tensors.emplace_back(name, tensor);
  }
  return file;
}

}  // namespace disgnn::train

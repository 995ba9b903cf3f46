#include "disgnn/data/fingerprint.h"

#include <fmt/format.h>
#include <zlib.h>

namespace disgnn {
namespace {

class Checksum {
 public:
  template <typename Item>
  void add(std::span<const Item> items) {
    value_ = crc32_z(value_, reinterpret_cast<const Bytef*>(items.data()), items.size_bytes());
  }
  [[nodiscard]] std::uint32_t value() const { return static_cast<std::uint32_t>(value_); }

 private:
  uLong value_ = 0;
};

std::uint32_t checksum(const Features& features) {
  Checksum sum;
  if (const auto* dense = std::get_if<DenseFeatures>(&features)) {
    sum.add(std::span<const float>(dense->values));
  } else if (const auto* sparse = std::get_if<SparseFeatures>(&features)) {
    sum.add(std::span<const std::int64_t>(sparse->offsets));
    sum.add(std::span<const std::int32_t>(sparse->column_indices));
    sum.add(std::span<const float>(sparse->values));
  }
  return sum.value();
}

std::uint32_t checksum(const Graph& graph) {
  Checksum sum;
  sum.add(graph.index()->offsets());
  sum.add(graph.index()->columns());
  return sum.value();
}

}  // namespace

std::string dataset_fingerprint(const Dataset& data) {
  Checksum labels;
  labels.add(std::span<const std::int32_t>(data.labels));
  return fmt::format("edges {:08x}, labels {:08x}, features {:08x}", checksum(data.graph),
                     labels.value(), checksum(data.features));
}

std::string nodes_fingerprint(const Dataset& data) {
  return fmt::format("edges {:08x}, features {:08x}", checksum(data.graph),
                     checksum(data.features));
}

}  // namespace disgnn

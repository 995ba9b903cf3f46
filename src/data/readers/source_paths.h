#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "disgnn/data/reader.h"

namespace disgnn {

/// Name of a dataset after its folder or file, without extensions: "data/cora.mtx.gz" is "cora".
std::string dataset_name(const std::filesystem::path& path);

/// Whether the path ends so, with or without ".gz".
bool has_extension(const std::filesystem::path& path, std::string_view extension);

/// Whether folder/stem exists with one of the extensions.
bool exists_with_extension(const std::filesystem::path& folder, const std::string& stem,
                           std::span<const std::string_view> extensions);

/// The file folder/stem with one of the extensions; nothing when there is none. Throws Error
/// (kInput) when there are several, as it is not known which one counts.
std::optional<std::filesystem::path> find_with_extension(
    const std::filesystem::path& folder, const std::string& stem,
    std::span<const std::string_view> extensions);

/// Throws Error (kUsage) when side files, or a node table beside a path, are named for a format
/// that has none.
void refuse_side_files(const DataSource& source, std::string_view format);

}  // namespace disgnn

#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "disgnn/config/settings.h"

namespace disgnn::run {

/// Options of extensions that are off.
enum class OffExtensions : bool { kLeaveOut, kWrite };

/// All settings as TOML, one table per section, every value with its help text beside it. Without
/// the extensions that are off, programs without extensions can read it, too.
std::string to_toml(const Settings& settings, OffExtensions off = OffExtensions::kLeaveOut);

/// Overwrites the settings that the file names and returns the names of these options. Throws Error
/// (kInput) with file, line and column on bad TOML, unknown keys and values out of range, and where
/// the file says that another version wrote it. In a file that names its version, as those of
/// to_toml do, extensions that it does not name are off, and count as named.
std::set<std::string> read_settings_file(const std::filesystem::path& path, Settings& settings);

/// The same for what to_toml wrote, which names its version.
std::set<std::string> read_written_settings(const std::filesystem::path& path, Settings& settings);

}  // namespace disgnn::run

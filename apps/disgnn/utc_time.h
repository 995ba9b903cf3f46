#pragma once

#include <string>

namespace disgnn::app {

std::string utc_date();       ///< 2026-11-16
std::string utc_date_time();  ///< 2026-11-16T18:00:00Z

}  // namespace disgnn::app

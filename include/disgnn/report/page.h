#pragma once

#include <string>
#include <string_view>

namespace disgnn::report {

/// The page that web/ builds, without data; empty where the program was built without it.
std::string_view empty_page();

/// The page with a document in it. What could end its script element is escaped, so that the
/// document stays data whatever texts it holds. Throws Error (kUsage) where there is no page.
std::string page_with(const std::string& document);

}  // namespace disgnn::report

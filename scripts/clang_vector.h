// For clang-tidy alone. libtorch keeps vectors of a class that is not complete yet; clang compiles
// the constexpr functions of C++20's std::vector at once and stops there, gcc does not. So clang
// gets a std::vector without constexpr.
#include <memory>
#include <string>
#undef _GLIBCXX20_CONSTEXPR
#define _GLIBCXX20_CONSTEXPR
#define __fill_a1 fill_bits  // declared constexpr by <string> already
#include <vector>
#undef __fill_a1
#undef _GLIBCXX20_CONSTEXPR
#define _GLIBCXX20_CONSTEXPR constexpr

# Writes OUTPUT, a header that says which commit of SOURCE is being built.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=10
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit "unknown")
endif()
set(text "#pragma once\n\nnamespace disgnn::app {\n\nconstexpr const char* kBuildCommit = \"${commit}\";\n\n}  // namespace disgnn::app\n")
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "${text}" @ONLY)

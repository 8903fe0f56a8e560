# What every target of the project is built with, and the one shape that a module has.

function(keyrack_compile_options target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion
    $<$<BOOL:${KEYRACK_WERROR}>:-Werror>)
  if(KEYRACK_SANITIZE)
    set(sanitize -fsanitize=${KEYRACK_SANITIZE})
    target_compile_options(${target} PRIVATE
      ${sanitize} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC ${sanitize})
  endif()
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF)
endfunction()

# A program of the project that may see the library's internal headers.
function(keyrack_internal_executable target)
  add_executable(${target} ${ARGN})
  keyrack_compile_options(${target})
  target_link_libraries(${target} PRIVATE keyrack::keyrack)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
endfunction()

# A GoogleTest program whose cases ctest lists one by one under the label `label`.
function(keyrack_test target label)
  keyrack_internal_executable(${target} ${ARGN})
  # Optimising GoogleTest's macros would take most of a build. What is tested, and the helpers in
  # tests/support, are optimised all the same.
  target_compile_options(${target} PRIVATE -O0 -g1)
  target_link_libraries(${target} PRIVATE keyrack_testing GTest::gtest_main GTest::gmock)
  target_compile_definitions(${target} PRIVATE
    KEYRACK_TESTDATA_DIR="${PROJECT_SOURCE_DIR}/testdata"
    KEYRACK_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  gtest_discover_tests(${target} TEST_PREFIX "${label}." DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS ${label} TIMEOUT 300)
endfunction()

# A folder of src/: its sources become part of the library, its tests one program.
function(keyrack_module name)
  cmake_parse_arguments(module "" "" "SOURCES;TESTS" ${ARGN})
  foreach(source IN LISTS module_SOURCES)
    target_sources(keyrack PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/${source})
  endforeach()
  if(KEYRACK_BUILD_TESTS AND module_TESTS)
    keyrack_test(${name}_test ${name} ${module_TESTS})
  endif()
endfunction()

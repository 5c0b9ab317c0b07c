/* Annotations for race detectors that watch a run do nothing here: diptych sees which accesses are ordered. */
#pragma once
#include <valgrind/valgrind.h>
#define VALGRIND_MAKE_MEM_NOACCESS(...) 0
#define VALGRIND_MAKE_MEM_UNDEFINED(...) 0
#define VALGRIND_MAKE_MEM_DEFINED(...) 0
#define VALGRIND_MAKE_MEM_DEFINED_IF_ADDRESSABLE(...) 0
#define VALGRIND_CHECK_MEM_IS_ADDRESSABLE(...) 0
#define VALGRIND_CHECK_MEM_IS_DEFINED(...) 0
#define VALGRIND_CHECK_VALUE_IS_DEFINED(...) 0
#define VALGRIND_CREATE_BLOCK(...) 0
#define VALGRIND_DISCARD(...) 0
#define VALGRIND_DO_LEAK_CHECK(...) 0
#define VALGRIND_DO_QUICK_LEAK_CHECK(...) 0

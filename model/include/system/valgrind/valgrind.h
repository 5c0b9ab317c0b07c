/* Annotations for race detectors that watch a run do nothing here: diptych sees which accesses are ordered. */
#pragma once
#define RUNNING_ON_VALGRIND 0
#define VALGRIND_COUNT_ERRORS(...) 0
#define VALGRIND_DISCARD_TRANSLATIONS(...) 0
#define VALGRIND_MALLOCLIKE_BLOCK(...) 0
#define VALGRIND_FREELIKE_BLOCK(...) 0
#define VALGRIND_RESIZEINPLACE_BLOCK(...) 0
#define VALGRIND_CREATE_MEMPOOL(...) 0
#define VALGRIND_DESTROY_MEMPOOL(...) 0
#define VALGRIND_MEMPOOL_ALLOC(...) 0
#define VALGRIND_MEMPOOL_FREE(...) 0
#define VALGRIND_MEMPOOL_TRIM(...) 0
#define VALGRIND_STACK_REGISTER(...) 0
#define VALGRIND_STACK_DEREGISTER(...) 0
#define VALGRIND_STACK_CHANGE(...) 0
#define VALGRIND_PRINTF(...) 0
#define VALGRIND_PRINTF_BACKTRACE(...) 0
#define VALGRIND_MONITOR_COMMAND(...) 0
#define VALGRIND_DISABLE_ERROR_REPORTING(...) 0
#define VALGRIND_ENABLE_ERROR_REPORTING(...) 0

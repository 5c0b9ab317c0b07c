/* Annotations for race detectors that watch a run do nothing here: diptych sees which accesses are ordered. */
#pragma once
#include <valgrind/valgrind.h>
#define DRD_GET_VALGRIND_THREADID 0
#define DRD_GET_DRD_THREADID 0
#define DRD_IGNORE_VAR(...) ((void)0)
#define DRD_STOP_IGNORING_VAR(...) ((void)0)
#define DRD_TRACE_VAR(...) ((void)0)
#define DRD_STOP_TRACING_VAR(...) ((void)0)
#include <valgrind/__annotations.h>

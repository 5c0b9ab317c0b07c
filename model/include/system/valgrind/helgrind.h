/* Annotations for race detectors that watch a run do nothing here: diptych sees which accesses are ordered. */
#pragma once
#include <valgrind/valgrind.h>
#define VALGRIND_HG_MUTEX_INIT_POST(...) ((void)0)
#define VALGRIND_HG_MUTEX_LOCK_PRE(...) ((void)0)
#define VALGRIND_HG_MUTEX_LOCK_POST(...) ((void)0)
#define VALGRIND_HG_MUTEX_UNLOCK_PRE(...) ((void)0)
#define VALGRIND_HG_MUTEX_UNLOCK_POST(...) ((void)0)
#define VALGRIND_HG_MUTEX_DESTROY_PRE(...) ((void)0)
#define VALGRIND_HG_SEM_INIT_POST(...) ((void)0)
#define VALGRIND_HG_SEM_WAIT_POST(...) ((void)0)
#define VALGRIND_HG_SEM_POST_PRE(...) ((void)0)
#define VALGRIND_HG_SEM_DESTROY_PRE(...) ((void)0)
#define VALGRIND_HG_BARRIER_INIT_PRE(...) ((void)0)
#define VALGRIND_HG_BARRIER_WAIT_PRE(...) ((void)0)
#define VALGRIND_HG_BARRIER_RESIZE_PRE(...) ((void)0)
#define VALGRIND_HG_BARRIER_DESTROY_PRE(...) ((void)0)
#define VALGRIND_HG_CLEAN_MEMORY(...) ((void)0)
#define VALGRIND_HG_CLEAN_MEMORY_HEAPBLOCK(...) ((void)0)
#define VALGRIND_HG_DISABLE_CHECKING(...) ((void)0)
#define VALGRIND_HG_ENABLE_CHECKING(...) ((void)0)
#include <valgrind/__annotations.h>

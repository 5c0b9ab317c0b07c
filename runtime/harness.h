/* What both harnesses of --native do: they end with whoever started them, end soon when they are told to, and choose cores. */
#ifndef DIPTYCH_HARNESS_H
#define DIPTYCH_HARNESS_H
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>

/* Told to end: what was counted so far is printed. */
static volatile sig_atomic_t ending;

/* The cores that may be used. */
static int cores, core_of[CPU_SETSIZE];

static void die_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

static void start_harness(void (*told_to_end)(int)) {
  die_with_parent();
  signal(SIGTERM, told_to_end);
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET(i, &allowed)) core_of[cores++] = i;
}

static void pin(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core_of[core], &set);
  pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}
#endif

// For each row of the table of strengths: programs with the call between two accesses, once as diptych reads them and once as the processor
// runs them, many times.

import type { Row } from './strength/index.js';

/** Store buffering, message passing, and publication of an object by its address. */
export const shapes = ['SB', 'MP', 'publication'] as const;
export type Shape = (typeof shapes)[number];

interface Threads {
  /** The accesses before and after the call, and what the other thread does. */
  readonly first: string;
  readonly last: string;
  readonly other: string;
  /** The values of r1 and r2 that the call forbids if it orders the two accesses. */
  readonly forbidden: readonly [number, number];
}

const threadsOf: Readonly<Record<Shape, Threads>> = {
  SB: { first: 'X = 1;', last: 'R1 = Y;', other: 'Y = 1; FENCE(); R2 = X;', forbidden: [0, 0] },
  MP: { first: 'X = 1;', last: 'Y = 1;', other: 'R1 = Y; R2 = X;', forbidden: [1, 0] },
  publication: {
    first: 'X = 1;',
    last: 'P = &X;',
    other: 'volatile int *q = P; R1 = q != 0; R2 = q ? *q : 1;',
    forbidden: [1, 0],
  },
};

export const forbiddenIn = (shape: Shape): readonly [number, number] => threadsOf[shape].forbidden;

const headers = `#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>
#include <sys/syscall.h>
#include <linux/futex.h>
`;

/** The program as diptych reads it: one round. */
export function programOf(row: Row, shape: Shape): string {
  const { first, last, other } = threadsOf[shape];
  const { objects = '', setup = '', before = '', call, after = '' } = row;
  return `${headers}
#define X x
#define Y y
#define P p0
#define R1 r1
#define R2 r2
#define FENCE() __sync_synchronize()
#define AGAIN(what) ((void)0)
volatile int x, y; volatile int *volatile p0; int r1, r2;
${objects}
void *one(void *u) { ${before} ${first} ${call} ${last} ${after} return u; }
void *two(void *u) { ${other} return u; }
int main(void) {
  pthread_t t, v;
  ${setup}
  pthread_create(&t, 0, one, 0);
  pthread_create(&v, 0, two, 0);
  pthread_join(t, 0);
  pthread_join(v, 0);
  return 0;
}
`;
}

/** Rounds that follow each other without waiting for the other thread. */
const size = 512;

/**
 * The same for the processor, for as many milliseconds as its argument says. Each round has cells of its own, on
 * cache lines of their own. The threads meet before every `size` rounds and wait a few turns of a loop between
 * rounds. So their accesses meet, at varying distances.
 */
export function nativeProgram(row: Row, shape: Shape): string {
  const { first, last, other } = threadsOf[shape];
  const { objects = '', setup = '', before = '', call, after = '' } = row;
  return `${headers}
#define X cells[i].x
#define Y cells[i].y
#define P cells[i].p
#define R1 cells[i].r1
#define R2 cells[i].r2
#define FENCE() __asm__ volatile("mfence" ::: "memory")
#define AGAIN(what) (what)
struct cell {
  _Alignas(64) volatile int x; _Alignas(64) volatile int y; _Alignas(64) volatile int *volatile p;
  _Alignas(64) volatile int r1; _Alignas(64) volatile int r2;
};
static struct cell cells[${size}];
static volatile int turn[2], stop;
static long counts[4], limit;
${objects}
static void meet(int self, int now) {
  turn[self] = now;
  for (long n = 0; turn[!self] < now; n++) if (n > 2000) sched_yield();
}
static void linger(unsigned *seed, int i) {
  *seed = *seed * 1664525u + 1013904223u;
  if (i % 8 == 0) for (volatile unsigned n = *seed >> 26; n > 0; n--) ;
}
static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
static void stay(int cpu) {
  cpu_set_t own;
  CPU_ZERO(&own);
  CPU_SET(cpu, &own);
  sched_setaffinity(0, sizeof own, &own);
}
static void *one(void *u) {
  unsigned seed = 1;
  stay(0);
  for (int batch = 1;; batch++) {
    if (milliseconds() > limit) stop = 1;
    meet(0, 2 * batch - 1);
    if (stop) return u;
    for (int i = 0; i < ${size}; i++) { linger(&seed, i); ${before} ${first} ${call} ${last} ${after} }
    meet(0, 2 * batch);
  }
}
static void *two(void *u) {
  unsigned seed = 2;
  stay(1);
  for (int batch = 1;; batch++) {
    for (int i = 0; i < ${size}; i++) { X = 0; Y = 0; P = 0; R1 = 0; R2 = 0; }
    meet(1, 2 * batch - 1);
    if (stop) return u;
    for (int i = 0; i < ${size}; i++) { linger(&seed, i); ${other} }
    meet(1, 2 * batch);
    for (int i = 0; i < ${size}; i++) counts[2 * R1 + R2]++;
  }
}
int main(int argc, char **argv) {
  pthread_t t, v;
  limit = milliseconds() + atol(argv[1]);
  ${setup}
  pthread_create(&t, 0, one, 0);
  pthread_create(&v, 0, two, 0);
  pthread_join(t, 0);
  pthread_join(v, 0);
  printf("%ld %ld %ld %ld\\n", counts[0], counts[1], counts[2], counts[3]);
  return 0;
}
`;
}

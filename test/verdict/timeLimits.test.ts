// A limit of time holds in every phase of a library's question, also where nothing is found for long: programs that take minutes.

import { describe, expect, it } from 'vitest';
import { check, robust } from '../../src/ask.js';
import { explore } from '../../src/explicit/explore.js';
import { parseC } from '../../src/frontend/c/index.js';

const start = '#include <pthread.h>\n#include <stdlib.h>\n#include <semaphore.h>\n#include <assert.h>\n';

/** Ten threads of many events with sections that depend on what they read: one end of an execution has races for minutes. */
const turnstiles = `${start}
sem_t mutex, turn1, turn2; int count;
void *walker(void *arg) {
  for (int i = 0; i < 10; i++) {
    sem_wait(&mutex);
    if (++count == 10) for (int j = 0; j < 10; j++) sem_post(&turn1);
    sem_post(&mutex);
    sem_wait(&turn1);
    sem_wait(&mutex);
    if (--count == 0) for (int j = 0; j < 10; j++) sem_post(&turn2);
    sem_post(&mutex);
    sem_wait(&turn2);
  }
  return 0;
}
int main(void) {
  pthread_t t[10];
  sem_init(&mutex, 0, 1); sem_init(&turn1, 0, 0); sem_init(&turn2, 0, 0);
  for (int i = 0; i < 10; i++) pthread_create(&t[i], 0, walker, 0);
  for (int i = 0; i < 10; i++) pthread_join(t[i], 0);
  return 0;
}`;

/** Local rounds without an event. */
const rounds = `${start}
int x, n = 1;
void *count(void *arg) {
  unsigned sum = n;
  for (int i = 0; i < 3000; i++) for (int j = 0; j < 3000; j++) for (int k = 0; k < 3000; k++) sum = sum * 3 + k;
  x = sum;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, count, 0);
  pthread_join(t, 0);
  assert(x != 7);
}`;

/** A formula of pointers that may lead to every node of a list, which takes long to write down. */
const list = `${start}
struct node { struct node *next; int value; } *head;
pthread_mutex_t mutex;
void *push(void *arg) {
  for (int i = 0; i < 25; i++) {
    struct node *node = malloc(sizeof *node);
    node->value = i;
    pthread_mutex_lock(&mutex);
    node->next = head;
    head = node;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, push, 0);
  pthread_create(&u, 0, push, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  int count = 0;
  for (struct node *node = head; node; node = node->next) count++;
  assert(count == 50);
}`;

const limit = 300;
/** For a machine with other things to do. */
const late = 2_500;

async function takes(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

describe('a limit of time', () => {
  it('holds while races of one long execution are looked at', async () => {
    const program = parseC(turnstiles, 'turnstiles.c');
    expect(
      await takes(() => explore(program, { model: 'sc', unroll: 12, timeLimitMs: limit, spinAssume: true })),
    ).toBeLessThan(limit + late);
  });

  it('holds in rounds that touch no memory', async () => {
    const program = parseC(rounds, 'rounds.c');
    let complete = true;
    const ms = await takes(() => {
      ({ complete } = explore(program, { model: 'sc', unroll: 4000, timeLimitMs: limit }));
    });
    expect(complete).toBe(false);
    expect(ms).toBeLessThan(limit + late);
  });

  it('holds while a formula is made', async () => {
    const program = parseC(list, 'list.c');
    const settings = { engine: 'symbolic', timeLimitMs: limit, models: ['tso'] } as const;
    const { results } = await check(program, settings);
    expect(results.map(({ verdict }) => verdict)).toEqual(['unknown']);
    expect(await takes(() => check(program, settings))).toBeLessThan(limit + late);
    expect(await takes(() => robust(program, settings))).toBeLessThan(limit + late);
  });
});

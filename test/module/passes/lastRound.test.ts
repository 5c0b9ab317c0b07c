// The last round of a long loop that starts threads stands for the rounds that are left out.

import { expect, it } from 'vitest';
import { SymbolicEngine } from '../../../src/symbolic/index.js';
import { parse, run } from '../../frontend/c/run.js';

const engine = await SymbolicEngine.start();

const threads = (then: string, before = ''): string => `#include <pthread.h>
#include <assert.h>
#define N 3000
int x, y; pthread_t g[N]; void *f(void *a) { x = 1; assert(!y); return 0; }
int main(void) { pthread_t t[N]; ${before} for (int i = 0; i < N; i++)
  pthread_create(&t[i], 0, f, 0);
${then} }`;

it.each([
  ['y = 1;', [4]],
  ['assert(!x);', [7]],
  // a join of a thread that was left out is not seen to end
  ['pthread_join(t[N - 1], 0); assert(0);', []],
  ['pthread_join(t[1234], 0); assert(0);', []],
  ['pthread_join(t[0], 0); assert(x);', []],
  ['pthread_join(t[1], 0); assert(!x);', [7]],
])('%s', (then, lines) => {
  for (const text of [
    threads(then),
    threads(then)
      .replace('pthread_t t[N];', '')
      .replaceAll(' t[', ' g[')
      .replaceAll('(t[', '(g[')
      .replaceAll('&t[', '&g['),
  ]) {
    const program = parse(text, { unroll: 2 });
    expect(program.threads).toHaveLength(4);
    const answers = [run(text, 'sc', { unroll: 2 }), engine.findings(program, { model: 'sc', unroll: 2 })];
    for (const { findings, cutLoops } of answers) {
      expect([...new Set(findings.map(({ finding }) => finding.at?.line))]).toEqual(lines);
      expect(cutLoops.some(({ at }) => at?.line === 6)).toBe(true);
    }
  }
});

it('handles that were read before are what they were', () => {
  const text = threads('y = 1;', 'assert(!g[5]);').replaceAll('&t[', '&g[');
  expect(run(text, 'sc', { unroll: 2 }).findings).toEqual([]);
});

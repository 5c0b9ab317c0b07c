// Rounds of loops that change nothing are left out. Every search has the same final states and findings as round by
// round, and names threads that wait forever.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelNames } from '../../src/execution/execution.js';
import { explore } from '../../src/explicit/explore.js';
import { raceProgram } from '../../src/explicit/monitors/races/raceProgram.js';
import { parseC } from '../../src/frontend/c/index.js';
import { peterson } from '../../src/generate/families.js';
import { program } from '../../src/program/builder.js';
import { constant } from '../../src/program/expression.js';
import { printProgram } from '../../src/program/printer.js';
import { assumeSpinLoops } from '../../src/program/spinLoops.js';
import { SymbolicEngine } from '../../src/symbolic/index.js';
import { lockProgram } from '../program/lockPrograms.js';
import { spinningProgram } from '../program/spinningPrograms.js';
import { waitingProgram } from '../program/waitingPrograms.js';
import { withLines } from '../races/programs.js';
import { judgeHangs, judgeRaces, judgeStates } from './spinJudge.js';

const engine = await SymbolicEngine.start();

describe('a rewritten program', () => {
  it.each(modelNames)('has the outcomes and findings of the original under %s', (model) => {
    let rewritten = 0;
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), (seed, choices) => {
        for (const original of [
          waitingProgram(seed, { stops: true }),
          spinningProgram(seed, { stops: true, choices }),
          spinningProgram(seed, { widths: choices ? 'one' : 'mixed' }),
          spinningProgram(seed, { own: true, choices }),
          lockProgram(seed, { stops: choices }),
        ]) {
          if (assumeSpinLoops(original) === original) continue;
          rewritten++;
          const { complaints } = judgeStates(original, model, { most: 400, engine });
          expect(complaints, printProgram(original)).toEqual([]);
        }
      }),
      { numRuns: 6 },
    );
    expect(rewritten).toBeGreaterThan(6);
  });

  it.each(modelNames)('hangs iff the original can wait forever under %s', (model) => {
    const hangs: boolean[] = [];
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        for (const original of [
          waitingProgram(seed, { stops: false }),
          spinningProgram(seed),
          spinningProgram(seed, { own: true }),
          lockProgram(seed),
        ]) {
          const judged = judgeHangs(original, model, 2000);
          if (judged === undefined) continue;
          hangs.push(judged.hangs);
          expect(judged.complaints, printProgram(original)).toEqual([]);
        }
      }),
      { numRuns: 7 },
    );
    // Neither answer is rare.
    expect(new Set(hangs).size).toBe(2);
  });

  it('has the races of the original, if one round without effect may come before the last', () => {
    // The load of x races in a round before the last one alone.
    const p = program('idle');
    const [flag, go, x] = ['flag', 'go', 'x'].map((name) => p.location(name));
    const relaxed = { order: 'relaxed' } as const;
    p.thread((t) => {
      t.while(1, (body, label) => {
        body.add({ kind: 'load', target: 'a', address: flag, ...relaxed });
        body.if('a', (leave) => leave.break(label)).load(x, 'b');
      }).add({ kind: 'store', address: go, value: constant(1), ...relaxed });
    });
    p.thread((t) => {
      t.while(1, (body, label) => {
        body.add({ kind: 'load', target: 'a', address: go, ...relaxed });
        body.if('a', (leave) => leave.break(label));
      }).store(x, 1);
    });
    p.thread((t) => t.add({ kind: 'store', address: flag, value: constant(1), ...relaxed }));
    expect(judgeRaces(p.build())).toMatchObject({ compared: 1, complaints: [] });
    expect(raceProgram(assumeSpinLoops(withLines(p.build()), { idleRounds: 1 }), {}).races).toHaveLength(1);
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const original = spinningProgram(seed, { orders: true });
        expect(judgeRaces(original, 200).complaints, printProgram(original)).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  it.each([
    ['that it alone writes', 4, '', []],
    ['that another thread writes too', 4, 'cached = 0;', undefined],
    ['although nothing is ever taken', 0, '', ['hang']],
  ])('needs no bound if a round stores again the value of a cell %s', (_, taken, also, findings) => {
    const text = `#include <pthread.h>
#include <stdatomic.h>
atomic_uint head, tail; unsigned cached; int ring[2];
int push(int v) { unsigned at = tail; if (at - cached == 2) { cached = head; if (at - cached == 2) return 0; } ring[at % 2] = v; tail = at + 1; return 1; }
void *producer(void *a) { for (int i = 0; i < 4; i++) while (!push(i)); return 0; }
void *consumer(void *a) { for (int i = 0; i < ${taken}; i++) { while (tail == i); head = i + 1; } ${also} return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, producer, 0); pthread_create(&u, 0, consumer, 0); pthread_join(t, 0); pthread_join(u, 0); }`;
    const tested = parseC(text, 'ring.c', { observe: [] });
    for (const model of modelNames) {
      const seen = explore(tested, { model, unroll: 2, spinAssume: true });
      expect(seen.complete).toBe(true);
      if (findings === undefined) expect(seen.cutLoops).not.toEqual([]);
      else {
        expect(seen.cutLoops).toEqual([]);
        expect([...new Set(seen.findings.map(({ finding }) => finding.kind))]).toEqual(findings);
      }
    }
  });

  it('needs no bound: Peterson with fences is correct however long a thread waits', () => {
    // Under PSO a thread's flag may come after its turn.
    for (const model of ['sc', 'tso'] as const) {
      const seen = explore(peterson(2, { fenced: true }), { model, spinAssume: true });
      expect(seen).toMatchObject({ complete: true, cutLoops: [], findings: [] });
    }
  });
});

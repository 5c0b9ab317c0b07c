// The part of Z3 that is tried first: it answers as the whole does or not at all, and not again after that.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { keptFunctions, wholeModule } from '../../../scripts/smallZ3/kept.js';
import { cut } from '../../../scripts/smallZ3/rewrite.js';
import { modelNames, outcomeKey } from '../../../src/execution/execution.js';
import { cutLoopKey, findingKey } from '../../../src/execution/finding.js';
import { raceKey } from '../../../src/execution/race.js';
import { randomProgram } from '../../../src/generate/random.js';
import type { Program } from '../../../src/program/program.js';
import { Random } from '../../../src/support/prng.js';
import { TooLarge } from '../../../src/support/tooLarge.js';
import { SymbolicEngine } from '../../../src/symbolic/index.js';
import { provideZ3 } from '../../../src/symbolic/z3/module.js';
import { startSymbolicEngine } from '../../../src/verdict/symbolic.js';

const list = readFileSync(
  join(import.meta.dirname, '..', '..', '..', 'scripts', 'smallZ3', 'kept.txt'),
  'utf8',
);
const whole = wholeModule();
const kept = keptFunctions(whole, list) ?? [];

/** With these functions only. */
const provide = (functions: readonly number[]): void =>
  provideZ3(undefined, async () => cut(whole, new Set(functions)));

afterAll(() => provideZ3(undefined, async () => Promise.reject(new Error('there is none'))));

/** In an order of their own: that in which the solver finds them depends on what it was asked before. */
const sorted = <T>(items: readonly T[], key: (item: T) => string): string[] => items.map(key).sort();

function answersOf(engine: SymbolicEngine, program: Program) {
  const explored = modelNames.map((model) => {
    const { outcomes, findings, cutLoops, complete } = engine.explore(program, { model, unroll: 3 });
    return {
      outcomes: sorted(outcomes, outcomeKey),
      findings: sorted(findings, ({ finding }) => findingKey(finding)),
      cutLoops: sorted(cutLoops, cutLoopKey),
      complete,
    };
  });
  const { robust } = engine.robust(program, { model: 'pso', unroll: 3 });
  const { races } = engine.races(program, { unroll: 3 });
  return { explored, robust, races: sorted(races, ({ race }) => raceKey(race)) };
}

/** Undefined if it needs functions that are not there. */
function tried(engine: SymbolicEngine, program: Program): unknown {
  try {
    return answersOf(engine, program);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) return undefined;
    throw error;
  }
}

const reference = await SymbolicEngine.start();
const programs = (seed: number, count: number): Program[] =>
  Array.from({ length: count }, (_, i) => randomProgram(seed + i, { size: 5 + (i % 4) }));

describe('the small part of Z3', () => {
  it('answers small questions as the whole does', async () => {
    // Else they are of another version of Z3: npm run make small-z3.
    expect(kept.length).toBeGreaterThan(0);
    provide(kept);
    const engine = await SymbolicEngine.start({ small: true });
    for (const program of programs(4_000, 20))
      expect(tried(engine, program)).toEqual(answersOf(reference, program));
    engine.abandon();
  });

  it('gives no other answers whatever is missing, and is not asked again after that', async () => {
    const asked = programs(5_000, 3);
    const expected = asked.map((program) => answersOf(reference, program));
    let answered = 0;
    const lacking: (readonly number[])[] = [];
    for (let seed = 0; seed < 8; seed++) {
      const random = new Random(seed);
      const parts = kept.filter(() => random.int(1, 1000) > 2);
      provide(parts);
      const engine = await SymbolicEngine.start({ small: true });
      for (const [i, program] of asked.entries()) {
        const answer = tried(engine, program);
        if (answer === undefined) {
          lacking.push(parts);
          break;
        }
        expect(answer).toEqual(expected[i]);
        answered++;
      }
      engine.abandon();
    }
    expect([answered > 0, lacking.length > 0]).toEqual([true, true]);

    provide(lacking[0]);
    const verdicts = startSymbolicEngine({ small: true });
    provide(kept);
    const ask = () =>
      Promise.all(
        asked.map(async (program) => {
          const { outcomes } = await verdicts.explore(program, 'tso', { unroll: 3 }, () => {});
          const { robust } = (await verdicts.robust?.(program, 'pso', { unroll: 3 })) ?? {};
          const { races } = (await verdicts.races?.(program, { unroll: 3 })) ?? {};
          return [sorted(outcomes, outcomeKey), robust, races?.length];
        }),
      );
    await expect(ask()).rejects.toBeInstanceOf(TooLarge);
    expect(await ask()).toEqual(
      expected.map(({ explored, robust, races }) => [explored[1].outcomes, robust, races.length]),
    );
  });
});

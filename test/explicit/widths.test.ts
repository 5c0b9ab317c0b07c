// Values of 8 to 64 bits on the explicit engine: the fast machine against the plain one, that against brute force.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelNames, traceKey } from '../../src/execution/execution.js';
import { type Finding, findingPlaceKey } from '../../src/execution/finding.js';
import { type ExploreOptions, explore } from '../../src/explicit/explore.js';
import { randomProgram } from '../../src/generate/random.js';
import { defaultFeatures, features } from '../../src/generate/randomOptions.js';
import { program } from '../../src/program/builder.js';
import { binary, constant, register, unary } from '../../src/program/expression.js';
import type { Program } from '../../src/program/program.js';
import { usesWidths } from '../../src/program/widths.js';
import { bruteForce } from '../reference/bruteForce.js';

/** Of programs without other widths there are tests enough. */
function wideProgram(seed: number, faults = false): Program {
  const chosen = faults ? features : defaultFeatures;
  for (let next = seed; ; next = (next + 0x9e37_79b9) | 0) {
    const candidate = randomProgram(next, { features: chosen, size: 7 });
    if (usesWidths(candidate)) return candidate;
  }
}

function seen(program: Program, options: ExploreOptions) {
  const keys: string[] = [];
  const exploration = explore(program, {
    ...options,
    onExecution: (witness) => {
      const { execution } = witness();
      const values = execution.events.map(
        (e) => `${e.thread}.${e.index}:${[...e.reads, ...e.writes].map((a) => a.value).join()}`,
      );
      keys.push(`${traceKey(execution)} ${values.sort().join(';')} ${execution.outcome?.join() ?? ''}`);
    },
  });
  return { ...exploration, keys: keys.sort() };
}

type Findings = readonly { readonly finding: Finding }[];
const places = (all: Findings): string[] =>
  [...new Set(all.map(({ finding }) => findingPlaceKey(finding)))].sort();
const messages = (all: Findings): string[] => all.map(({ finding }) => finding.message);

describe('values of any width', () => {
  it.each(modelNames)('are the same on the fast and on the plain machine under %s', (model) => {
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), (seed, faults) => {
        const p = wideProgram(seed, faults);
        const plain = seen(p, { model, dpor: 'none' });
        const fast = seen(p, { model, dpor: 'optimal' });
        expect(fast.keys).toEqual(plain.keys);
        expect(fast.outcomes.map(String).sort()).toEqual(plain.outcomes.map(String).sort());
        expect(places(fast.findings)).toEqual(places(plain.findings));
        // Of several bad values at one place the fast machine shows one.
        expect(messages(plain.findings)).toEqual(expect.arrayContaining(messages(fast.findings)));
      }),
      { numRuns: 35 },
    );
  });

  it('are those that brute force sees', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const p = wideProgram(seed);
        for (const model of modelNames) {
          const expected = bruteForce(p, model);
          const found = explore(p, { model, dpor: 'none' });
          expect(found.outcomes.map((o) => o.join()).sort()).toEqual([...expected.outcomes].sort());
          expect(found.executions).toBe(expected.complete.size);
        }
      }),
      { numRuns: 35 },
    );
  });

  it('fill a buffer and are taken back', () => {
    const p = program('wide SB');
    const [x, y] = [p.location('x'), p.location('y')];
    for (const [own, other] of [
      [x, y],
      [y, x],
    ])
      p.thread((t) => {
        t.store(own, 2n ** 40n, 64);
        t.load(own, 'own', 64);
        t.load(other, 'r', 64);
      });
    p.observe({ kind: 'register', thread: 0, register: 'r' }, { kind: 'register', thread: 1, register: 'r' });
    const values = (model: 'sc' | 'tso') => explore(p.build(), { model }).outcomes.map(String).sort();
    expect(values('sc')).toEqual(['0,1099511627776', '1099511627776,0', '1099511627776,1099511627776']);
    expect(values('tso')).toEqual(['0,0', ...values('sc')]);
  });

  it('name nothing as an address if the high half is not 0', () => {
    const p = program('far');
    const x = p.location('x', 7);
    p.thread((t) => {
      t.load(unary('zext32', x), 'near');
      t.load(binary('+', unary('zext32', x), constant(2n ** 32n, 64)), 'far');
    });
    const [{ finding }] = explore(p.build(), { model: 'tso' }).findings;
    expect(finding.kind).toBe('invalid-address');
    expect(finding.message).toMatch(/load of 5637144576/);
  });

  it('are handed to spawned threads and chosen', () => {
    const p = program('spawned');
    const x = p.location('x');
    p.thread((t) => {
      t.add({ kind: 'nondet', target: 'c', from: 2 ** 40, to: 2 ** 40 + 1, width: 64 });
      t.spawn(1, 5, register('c', 64));
    });
    p.thread((t) => t.store(x, register('b', 64), 64), { spawned: ['a', 'b'] });
    p.observe({ kind: 'cell', location: 'x', index: 0 });
    expect(explore(p.build(), { model: 'sc' }).outcomes.flat()).toEqual([2 ** 40, 2 ** 40 + 1]);
  });
});

// Interrupt handlers: a thread with handlers does the same as with a call of each at some point of its code.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelName, modelNames } from '../../../../src/execution/execution.js';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';
import { everyday } from '../../../counts.js';
import { findings, parse, states } from '../run.js';

const engine = await SymbolicEngine.start();
/** The other engine takes longer: by default it is asked about some. */
const [runs, asked] =
  process.env.FC_RUNS === undefined ? [everyday(8), everyday(4, 2)] : [Number(process.env.FC_RUNS), 1];

/** Each is one event at most, so that every point between two events is one between two statements. */
const statement = fc.constantFrom(
  'x = 1;',
  'x = 2;',
  'y = 1;',
  'int a = x;',
  'int b = y;',
  '__sync_synchronize();',
);
const switches = fc.constantFrom('__VERIFIER_disable_irq();', '__VERIFIER_enable_irq();');
const handled = fc.constantFrom('x = 3;', 'y = 3;', 'hx = x;', 'hy = y;', 'y = x;', '__sync_synchronize();');
const others = fc.uniqueArray(fc.constantFrom('x = 4;', 'y = 4;', 'ox = x;', 'oy = y;'), {
  minLength: 1,
  maxLength: 2,
});

interface Case {
  readonly inMain: boolean;
  readonly body: readonly string[];
  readonly handlers: readonly (readonly string[])[];
  readonly other: readonly string[];
}

const cases: fc.Arbitrary<Case> = fc.record({
  inMain: fc.boolean(),
  body: fc
    .array(fc.oneof({ weight: 4, arbitrary: statement }, switches), { minLength: 1, maxLength: 4 })
    // locals are declared once
    .map((all) => all.filter((s, i) => !s.startsWith('int') || all.indexOf(s) === i)),
  handlers: fc.array(fc.array(handled, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
  other: others,
});

const names = (handlers: readonly unknown[]): string[] => handlers.map((_, i) => `handler${i + 1}`);

/** The program with `code` in place of the interrupted thread's. */
function program({ inMain, handlers, other }: Case, code: readonly string[]): string {
  const functions = handlers.map((ops, i) => `void *handler${i + 1}(void *p) { ${ops.join(' ')} return 0; }`);
  const create = 'pthread_t t, u; pthread_create(&u, 0, other, 0);';
  return `#include <dat3m.h>
#include <pthread.h>
volatile int x, y, hx = 9, hy = 9, ox = 9, oy = 9, ra = 9, rb = 9;
${functions.join('\n')}
void *other(void *p) { ${other.join(' ')} return 0; }
${inMain ? '' : `void *interrupted(void *p) { ${code.join(' ')} return 0; }`}
int main(void) {
  ${create}
  ${inMain ? code.join(' ') : 'pthread_create(&t, 0, interrupted, 0); pthread_join(t, 0); pthread_join(u, 0);'}
}
`;
}

/** The code with what it read stored at its end. */
const whole = ({ body, inMain }: Case): string[] => [
  ...body,
  ...['a', 'b']
    .filter((local) => body.some((s) => s.startsWith(`int ${local}`)))
    .map((local) => `r${local} = ${local};`),
  ...(inMain ? ['pthread_join(u, 0);'] : []),
];

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((one, i) => permutations(all.filter((_, j) => j !== i)).map((rest) => [one, ...rest]));
}

/** Every way for each handler to be called where interrupts are enabled, once it is registered, or not to be called. */
function spliced(test: Case): string[][] {
  const body = whole(test);
  const enabled = body.map((_, i) => {
    const last = body
      .slice(0, i)
      .filter((s) => s.includes('_irq'))
      .at(-1);
    return last === undefined || last.includes('enable');
  });
  const last = body.filter((s) => s.includes('_irq')).at(-1);
  const atEnd = last === undefined || last.includes('enable');
  const points = [...body.keys()].filter((i) => enabled[i]);
  if (atEnd) points.push(body.length);
  const code = body.map((s) => (s.includes('_irq') ? '' : s));
  const place = (order: readonly string[], from: number): string[][] => {
    const [name, ...rest] = order;
    if (name === undefined) return [code];
    return points
      .filter((point) => point >= from)
      .flatMap((point) =>
        place(rest, point).map((later) => {
          const text = later.slice();
          text[point] = `${name}(0); ${text[point] ?? ''}`;
          return text;
        }),
      );
  };
  const all = names(test.handlers);
  const subsets = all.length === 1 ? [[], all] : [[], [all[0]], [all[1]], all];
  // all threads run to their end here: one that is not called comes when its thread has ended
  const comes = !test.inMain && atEnd;
  const called = (comes ? [all] : subsets).flatMap((some) =>
    permutations(some).flatMap((order) => place(order, 0)),
  );
  if (!comes) return called;
  const after = subsets
    .filter((some) => some.length < all.length)
    .flatMap((some) =>
      permutations(some).flatMap((order) =>
        place(order, 0).map((text) => {
          const [left] = all.filter((name) => !some.includes(name));
          return [...text, `{ pthread_t h; pthread_create(&h, 0, ${left}, 0); }`];
        }),
      ),
    );
  return [...called, ...after];
}

const registered = (test: Case): string[] => [
  ...names(test.handlers).map((name) => `__VERIFIER_register_interrupt_handler(${name});`),
  ...whole(test),
];

describe('interrupt handlers', () => {
  it('do what a call of each at some point does', () => {
    let compared = 0;
    fc.assert(
      fc.property(cases, fc.constantFrom(...modelNames), (test, model) => {
        // of several that are left when their thread ends only one is looked at
        fc.pre(test.inMain || test.handlers.length === 1);
        const outcomes = (text: string): string[] => states(text, model);
        const expected = new Set(spliced(test).flatMap((code) => outcomes(program(test, code))));
        const text = program(test, registered(test));
        expect(outcomes(text)).toEqual([...expected].sort());
        if (++compared % asked !== 0) return;
        const { outcomes: solved } = engine.explore(parse(text), { unroll: 4, model });
        expect(solved.length).toBe(expected.size);
      }),
      { numRuns: runs },
    );
  }, 600_000);

  const sees = (between: string, model: ModelName): string[] =>
    findings(
      `#include <assert.h>
#include <dat3m.h>
int x, y;
void *handler(void *p) { assert(!x || y); return 0; }
int main(void) {
  pthread_t h;
  __VERIFIER_make_interrupt_handler();
  pthread_create(&h, 0, handler, 0);
  ${between}
  pthread_join(h, 0);
}`,
      model,
    );

  it.each(modelNames)('see what is in the store buffer of their thread: %s', (model) => {
    expect(sees('y = 1; x = 1;', model)).toEqual([]);
    expect(sees('x = 1; y = 1;', model)).toEqual(['assertion 4: !x || y']);
    expect(sees('__VERIFIER_disable_irq(); x = 1; y = 1; __VERIFIER_enable_irq();', model)).toEqual([]);
  });

  it('that are disabled for ever are waited for in vain', () => {
    expect(sees('__VERIFIER_disable_irq();', 'sc')).toEqual([expect.stringMatching(/^deadlock/)]);
  });

  it('may be registered in a loop', () => {
    const text = `#include <dat3m.h>
int n; void *f(void *p) { return 0; }
void *g(void *p) { while (n < 3) { __VERIFIER_register_interrupt_handler(f); n += 2; } return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, g, 0); }`;
    expect([findings(text), states(text)]).toEqual([[], ['n=4']]);
  });
});

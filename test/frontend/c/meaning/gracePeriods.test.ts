// Readers and grace periods, handlers of signals and sigwait in random C programs: both engines against a machine of its own
// (test/reference/gracePeriods.ts), and against each other on every model.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { modelNames } from '../../../../src/execution/execution.js';
import { explore } from '../../../../src/explicit/explore.js';
import { assumeSpinLoops } from '../../../../src/program/spinLoops.js';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';
import { everyday } from '../../../counts.js';
import { finalStates, type Op } from '../../../reference/gracePeriods.js';
import { parse } from '../run.js';

const engine = await SymbolicEngine.start();
/** The other engine takes longer: by default it is asked about some. */
const [runs, asked] =
  process.env.FC_RUNS === undefined ? [everyday(12), everyday(4, 2)] : [Number(process.env.FC_RUNS), 1];

const cell = fc.constantFrom('x' as const, 'y' as const);
const simple: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), cell, value: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('add' as const), cell }),
  fc.record({ kind: fc.constant('copy' as const), from: cell, to: cell }),
);
const body = fc.array(simple, { minLength: 1, maxLength: 2 });
const section = fc
  .tuple(body, fc.boolean())
  .map(([ops, nested]): Op => ({ kind: 'section', body: nested ? [{ kind: 'section', body: ops }] : ops }));
const grace = fc.constant<Op>({ kind: 'grace' });
const readers = fc.tuple(
  fc.constant<Op[]>([]),
  fc.tuple(simple, grace, simple),
  fc.array(fc.oneof({ weight: 3, arbitrary: section }, simple, grace), { minLength: 1, maxLength: 2 }),
  fc.array(section, { maxLength: 1 }),
);
const sigwait = fc.record({
  kind: fc.constant('sigwait' as const),
  cell,
  choices: fc.constantFrom([10], [10, 12], [2, 15]),
});
/** The handler exists before the other thread, so its value need not be looked up each time. */
const handled = fc
  .tuple(simple, simple, simple)
  .map(([own, other, handler]): Op[][] => [[{ kind: 'handle', thread: 2 }, own], [other], [handler]]);

const waiting = fc.tuple(body, fc.array(fc.oneof(simple, sigwait), { minLength: 1, maxLength: 2 }));

function asC(threads: readonly (readonly Op[])[]): string {
  const handlers = new Set(threads.flat().flatMap((op) => (op.kind === 'handle' ? [op.thread] : [])));
  const text = (op: Op): string => {
    switch (op.kind) {
      case 'set':
        return `${op.cell} = ${op.value};`;
      case 'add':
        return `${op.cell}++;`;
      case 'copy':
        return `${op.to} = ${op.from};`;
      case 'sigwait':
        return `{ sigset_t s; int got; sigemptyset(&s); ${op.choices.map((n) => `sigaddset(&s, ${n});`).join(' ')} sigwait(&s, &got); ${op.cell} = got; }`;
      case 'section':
        return `rcu_read_lock(); ${op.body.map(text).join(' ')} rcu_read_unlock();`;
      case 'grace':
        return 'synchronize_rcu();';
      case 'handle':
        return `{ struct sigaction a = { .sa_handler = t${op.thread} }; sigaction(SIGUSR1, &a, 0); }`;
    }
  };
  const isHandle = ({ kind }: Op): boolean => kind === 'handle';
  const bodies = threads.map((ops) =>
    ops
      .filter((op) => !isHandle(op))
      .map(text)
      .join(' '),
  );
  const others = [...threads.keys()].slice(1).filter((t) => !handlers.has(t));
  return `#include <pthread.h>
#include <signal.h>
#include <urcu.h>
volatile int x, y;
${[...threads.keys()]
  .slice(1)
  .map((t) =>
    handlers.has(t)
      ? `void t${t}(int n) { ${bodies[t]} }`
      : `void *t${t}(void *a) { ${bodies[t]} return a; }`,
  )
  .join('\n')}
int main(void) {
  pthread_t t[${threads.length}];
  ${threads.flat().filter(isHandle).map(text).join(' ')}
  ${others.map((t) => `pthread_create(&t[${t}], 0, t${t}, 0);`).join(' ')}
  ${bodies[0]}
  ${others.map((t) => `pthread_join(t[${t}], 0);`).join(' ')}
}
`;
}

it.each([
  ['grace periods', readers],
  ['handlers', handled],
  ['sigwait', waiting],
])(
  '%s',
  (_, programs) => {
    let compared = 0;
    fc.assert(
      fc.property(programs, fc.constantFrom(...modelNames), (threads, model) => {
        const expected = finalStates(threads, 20_000);
        const program = assumeSpinLoops(parse(asC(threads)));
        const limits = { unroll: 4, maxExecutions: 2000, timeLimitMs: 20_000 };
        const states = ({ outcomes }: { readonly outcomes: readonly (readonly unknown[])[] }) =>
          outcomes.map((values) => values.join()).sort();
        const found = explore(program, { ...limits, model: 'sc' });
        if (expected === undefined || !found.complete) return;
        compared++;
        expect(found.findings).toEqual([]);
        expect(states(found)).toEqual(expected);
        if (compared % asked !== 0) return;
        const weak = explore(program, { ...limits, model });
        const solved = engine.explore(program, { ...limits, model });
        if (weak.complete) expect(states(solved)).toEqual(states(weak));
      }),
      { numRuns: runs },
    );
    expect(compared).toBeGreaterThan(runs / 2);
  },
  600_000,
);

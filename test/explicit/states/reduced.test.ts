// Programs in which a search by states that leaves threads out must still let one go on: each has a final state that is
// reached in one order alone.

import { describe, expect, it } from 'vitest';
import { explore } from '../../../src/explicit/explore.js';
import { finalRegister } from '../../../src/program/builder.js';
import { addressOf, binary, constant, register } from '../../../src/program/expression.js';
import type { Program, Thread } from '../../../src/program/program.js';
import type { Statement } from '../../../src/program/statement.js';
import { validate } from '../../../src/program/validate.js';

const load = (target: string, cell: string): Statement => ({
  kind: 'load',
  target,
  address: addressOf(cell),
});
const store = (cell: string): Statement => ({ kind: 'store', address: addressOf(cell), value: constant(1) });

const forget = (target: string): Statement => ({ kind: 'assign', target, value: constant(0) });
const joinUnless = (k: string, thread: number): Statement => ({
  kind: 'if',
  condition: binary('==', register(k), constant(0)),
  whenTrue: [{ kind: 'join', thread: constant(thread) }],
  whenFalse: [],
});

/** A thread that starts one for each body. */
function programOf(
  cells: readonly string[],
  reader: number,
  bodies: readonly (readonly Statement[])[],
): Program {
  const start: Statement[] = bodies.map((_, i) => ({ kind: 'spawn', thread: i + 1, args: [] }));
  const threads = [start, ...bodies].map(
    (body, t): Thread => ({
      name: `P${t}`,
      start: t === 0 ? 'initial' : 'spawned',
      parameters: [],
      registers: new Map(),
      body: [...body],
    }),
  );
  return validate({
    name: 'reduced',
    locations: cells.map((name) => ({ name, initial: [0] })),
    threads,
    observed: [finalRegister(reader, 'r')],
  });
}

const outcomes = (tested: Program, mostStates?: number): string[] =>
  explore(tested, { model: 'sc', ...(mostStates === undefined ? {} : { mostStates }) })
    .outcomes.map(String)
    .sort();

describe('a search by states that leaves threads out', () => {
  it.each([
    [
      'a thread that waits may be woken, and then come first',
      programOf(['x', 's'], 1, [
        [load('r', 'x')],
        [
          {
            kind: 'lock',
            address: addressOf('s'),
            until: { test: '>=', value: constant(1) },
            leaves: { op: '+', value: constant(-1) },
          },
          store('x'),
        ],
        [store('s')],
      ]),
    ],
    [
      'a thread that has joined another is in another state than one that has not',
      programOf(['x', 'c', 'z'], 2, [
        [store('x')],
        [load('k', 'c'), joinUnless('k', 1), forget('k'), load('z', 'z'), forget('z'), load('r', 'x')],
        [store('c'), store('z')],
      ]),
    ],
    [
      'a thread that has ended is in another state after it has joined another',
      programOf(['x', 'c', 'z'], 3, [
        [store('x')],
        [load('k', 'c'), joinUnless('k', 1), forget('k')],
        [load('z', 'z'), forget('z'), { kind: 'join', thread: constant(2) }, load('r', 'x')],
        [store('c'), store('z')],
      ]),
    ],
  ])('%s', (_, tested) => {
    expect(outcomes(tested)).toEqual(['0', '1']);
    expect(outcomes(tested, 10_000)).toEqual(['0', '1']);
  });
});

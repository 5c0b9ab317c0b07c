// Two threads with one shared heap block and any operations on it, which random programs rarely have.

import fc from 'fast-check';
import { program, type ThreadBuilder } from '../../src/program/builder.js';
import { type Expr, register } from '../../src/program/expression.js';
import { printProgram } from '../../src/program/printer.js';
import type { Program } from '../../src/program/program.js';

const actions = [
  'store',
  'load',
  'free',
  'store x',
  'load x',
  'fence',
  'atomic',
  'xchg',
  'xchg x',
  'S',
] as const;
type Action = (typeof actions)[number];
const some = (maxLength: number): fc.Arbitrary<Action[]> =>
  fc.array(fc.constantFrom(...actions), { maxLength });

function act(t: ThreadBuilder, action: Action, x: Expr, block: Expr, value: number): void {
  switch (action) {
    case 'store':
      t.store(block, value);
      break;
    case 'load':
      t.load(block);
      break;
    case 'free':
      t.free(block);
      break;
    case 'store x':
      t.store(x, value);
      break;
    case 'load x':
      t.load(x);
      break;
    case 'fence':
      t.fence();
      break;
    case 'atomic':
      t.atomic((a) => {
        a.store(x, value);
        a.store(block, value);
        a.load(block);
      });
      break;
    case 'xchg':
      t.xchg(block, value);
      break;
    case 'xchg x':
      t.xchg(x, value);
      break;
    case 'S':
      t.storeFence();
      break;
  }
}

export const heapPrograms: fc.Arbitrary<Program> = fc
  .record({ size: fc.nat({ max: 2 }), zeroed: fc.boolean(), before: some(1), after: some(3), other: some(3) })
  .map(({ size, zeroed, before, after, other }) => {
    const p = program('heap');
    const [shared, x] = [p.location('p'), p.location('x')];
    let value = 1;
    const all = (t: ThreadBuilder, list: readonly Action[], block: Expr): void => {
      for (const action of list) act(t, action, x, block, value++);
    };
    p.thread((t) => {
      const block = t.alloc(size, 'h', zeroed);
      all(t, before, block);
      t.store(shared, block);
      all(t, after, block);
    });
    p.thread((t) => {
      t.load(shared, 'r');
      t.if('r', (u) => all(u, other, register('r')));
      t.load(x, 's');
    });
    const built = p.build();
    Object.defineProperty(built, fc.toStringMethod, { value: () => `\n${printProgram(built)}` });
    return built;
  });

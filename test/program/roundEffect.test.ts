// The reported changes of a loop's round, against the cell's content afterwards.

import { expect, it } from 'vitest';
import { addressOf, constant, type Expr, evaluate } from '../../src/program/expression.js';
import { type Integer, toInteger, type Width, widths } from '../../src/program/integer.js';
import { shared } from '../../src/program/quietStores.js';
import { mayAffect, noteEffects } from '../../src/program/roundEffect.js';
import { type FetchOp, fetchOps, type RmwOp, type Statement } from '../../src/program/statement.js';

const flag = '.changed';
const address = addressOf('x');

const noted = (s: Statement, wholeCells = true): readonly Statement[] =>
  noteEffects([s], [flag], { own: shared, wholeCells, scratch: (width) => `.found${width}` }, (loop) => [
    loop,
  ]);

const lasting: readonly Statement[] = [
  { kind: 'store', address, value: constant(1) },
  { kind: 'spawn', thread: 1, args: [] },
  { kind: 'join', thread: constant(1) },
  { kind: 'lock', address },
  { kind: 'unlock', address },
  { kind: 'alloc', target: 'r', size: constant(4), zeroed: false },
  { kind: 'free', address },
  { kind: 'load', target: 'r', address, until: { test: '==', value: constant(1) } },
];

const passing: readonly Statement[] = [
  { kind: 'load', target: 'r', address },
  { kind: 'assign', target: 'r', value: constant(1) },
  { kind: 'fence', fence: 'full' },
  { kind: 'nondet', target: 'r', from: 0, to: 1 },
];

it.each(lasting.map((s) => [s.kind, s] as const))('%s lasts', (_, s) => {
  expect(mayAffect([s])).toBe(true);
  expect(noted(s)).toEqual([s, { kind: 'assign', target: flag, value: constant(1) }]);
});

it.each(passing.map((s) => [s.kind, s] as const))('%s does not', (_, s) => {
  expect(mayAffect([s])).toBe(false);
  expect(noted(s)).toEqual([s]);
});

it('an effect in an atomic section lasts, and a loop is left to the caller', () => {
  const [store, ...others] = lasting;
  expect(noted({ kind: 'atomic', body: [store] })).toEqual([{ kind: 'atomic', body: noted(store) }]);
  expect(noted({ kind: 'while', label: 'l', condition: constant(1), body: [store] })).toEqual([
    { kind: 'while', label: 'l', condition: constant(1), body: [store] },
  ]);
  expect(mayAffect([{ kind: 'while', label: 'l', condition: constant(1), body: others }])).toBe(true);
});

const arithmetic: Readonly<Record<FetchOp, (a: bigint, b: bigint) => bigint>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  nand: (a, b) => ~(a & b),
};

const of = (value: bigint, width: Width): Expr => constant(toInteger(value), width === 64 ? 64 : 32);

/** An operation with operands, and what it leaves. */
function operations(a: bigint, b: bigint, width: Width): (readonly [RmwOp, (old: bigint) => bigint])[] {
  const cut = (value: bigint): bigint => BigInt.asIntN(width, value);
  const value = of(a, width);
  return [
    [{ kind: 'xchg', value }, () => cut(a)],
    [{ kind: 'cas', expected: value, desired: of(b, width) }, (old) => (old === cut(a) ? cut(b) : old)],
    ...fetchOps.map(
      (op) => [{ kind: 'fetch', op, value } as const, (old: bigint) => cut(arithmetic[op](old, a))] as const,
    ),
  ];
}

/** Whether it says that the cell was changed, of a read-modify-write that found `old`. */
function isSaid(op: RmwOp, width: Width, old: bigint, wholeCells: boolean): boolean {
  const registers = new Map<string, Integer>();
  const [access, ...then] = noted({ kind: 'rmw', target: 'r', address, op, width }, wholeCells);
  if (access.kind !== 'rmw' || access.target !== `.found${width === 64 ? 64 : 32}`)
    throw new Error('no read-modify-write');
  registers.set(access.target, toInteger(old));
  for (const s of then)
    if (s.kind === 'assign')
      registers.set(
        s.target,
        evaluate(
          s.value,
          (name) => registers.get(name) ?? 0,
          () => 0,
        ),
      );
  if (registers.get('r') !== toInteger(old)) throw new Error('it does not say what it read');
  return registers.get(flag) !== 0;
}

it.each(widths)('a read-modify-write of %i bits has changed what is another value', (width) => {
  const samples = [0n, 1n, -1n, 3n, 127n, 128n, 255n, 256n, 40_000n].map((n) =>
    BigInt.asIntN(width === 64 ? 64 : 32, n),
  );
  const wrong: unknown[] = [];
  const olds = [...new Set(samples.map((n) => BigInt.asIntN(width, n)))];
  for (const a of samples)
    for (const b of samples)
      for (const [op, leaves] of operations(a, b, width))
        for (const old of olds) {
          if (isSaid(op, width, old, true) !== (leaves(old) !== old)) wrong.push({ op, old });
          // Where it may touch a part of a cell, only a compare-and-swap that fails has surely changed nothing.
          const fails = op.kind === 'cas' && BigInt.asIntN(width, a) !== old;
          if (isSaid(op, width, old, false) === fails) wrong.push({ op, old, inPart: true });
        }
  expect(wrong).toEqual([]);
});

// A choice among many values of which only tests are made: `if (nondet())`, `switch (nondet())`. One value for each way the tests can
// come out stands for all of them, so the choice is made among these few. So it is where only remainders are taken: `rand() % 6`.

import { constant, type Expr, register } from '../expression.js';
import type { Thread } from '../program.js';
import { mapBody } from '../rewrite.js';
import { expressionsOf, forEachStatement, type Statement, type StatementOf } from '../statement.js';
import { type Comparison, comparisonOf, rangeOf, remainderOf } from './comparisons.js';

/** Ranges that are tried value by value are left as they are; more classes than this are not worth it. */
const few = 64;
const mostClasses = 16;

type Test = Pick<Comparison, 'op' | 'value'>;

export function fewerChoices(thread: Thread): Thread {
  const uses = usesOf(thread.body);
  const body = mapBody(thread.body, (s) => {
    if (s.kind !== 'nondet') return [s];
    const divisor = uses.divisorOf(s.target);
    return divisor === undefined ? chosen(s, uses.testsOf(s.target)) : amongRemainders(s, divisor);
  });
  return body === thread.body ? thread : { ...thread, body };
}

/** Of a register, and of those that get its value as it is. */
interface Uses {
  /** The tests of the register, if nothing else reads it. */
  testsOf(register: string): readonly Test[] | undefined;
  /** If only remainders are read of it, what all divisors divide. */
  divisorOf(register: string): number | undefined;
}

function usesOf(body: readonly Statement[]): Uses {
  const tests = new Map<string, Test[]>();
  const divisors = new Map<string, number>();
  const other = new Set<string>();
  /** By register those that get its value as it is. */
  const copies = new Map<string, Set<string>>();
  const note = (name: string, test: Test): void => {
    const all = tests.get(name) ?? [];
    if (all.length === 0) tests.set(name, all);
    all.push(test);
  };
  /** `truth`: only whether it is zero counts. */
  const read = (e: Expr, truth: boolean): void => {
    switch (e.kind) {
      case 'const':
      case 'address':
        return;
      case 'register':
        if (truth && e.width !== 64) note(e.name, { op: '!=', value: 0 });
        else other.add(e.name);
        return;
      case 'unary':
        read(e.operand, e.op === '!');
        return;
      case 'conditional':
        read(e.condition, true);
        read(e.whenTrue, truth);
        read(e.whenFalse, truth);
        return;
      case 'binary': {
        const remainder = e.width === 64 ? undefined : remainderOf(e);
        if (remainder !== undefined && remainder.divisor <= few) {
          const { register: name, divisor } = remainder;
          divisors.set(name, leastMultiple(divisors.get(name) ?? 1, divisor));
          return;
        }
        const comparison = e.width === 64 ? undefined : comparisonOf(e);
        if (comparison !== undefined) {
          note(comparison.register, comparison);
          return;
        }
        const both = e.op === '&&' || e.op === '||';
        read(e.left, both);
        read(e.right, both);
      }
    }
  };
  forEachStatement(body, (s) => {
    if (s.kind === 'assign' && s.value.kind === 'register' && s.value.width !== 64) {
      const all = copies.get(s.value.name) ?? new Set();
      copies.set(s.value.name, all.add(s.target));
      return;
    }
    const truth = s.kind === 'if' || s.kind === 'while' || s.kind === 'assume' || s.kind === 'assert';
    for (const e of expressionsOf(s)) read(e, truth);
  });
  return {
    testsOf: (name) => {
      const all = withCopies(name, copies);
      if (all.some((one) => other.has(one) || divisors.has(one))) return undefined;
      const known = all.flatMap((one) => tests.get(one) ?? []);
      return known.length === 0 ? undefined : known;
    },
    divisorOf: (name) => {
      const all = withCopies(name, copies);
      if (all.some((one) => other.has(one) || tests.has(one))) return undefined;
      const by = all.flatMap((one) => divisors.get(one) ?? []);
      return by.length === 0 ? undefined : by.reduce(leastMultiple);
    },
  };
}

function withCopies(name: string, copies: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const all = new Set([name]);
  for (const one of all) for (const copy of copies.get(one) ?? []) all.add(copy);
  return [...all];
}

const leastMultiple = (a: number, b: number): number => {
  let multiple = a;
  while (multiple % b !== 0) multiple += a;
  return multiple;
};

/** Two values that differ by a multiple of the divisor have the same effect if both or neither are negative. */
function amongRemainders(choice: StatementOf<'nondet'>, divisor: number): readonly Statement[] {
  const { from, to } = rangeOf(choice);
  if (choice.width === 64 || to - from < few || divisor > few) return [choice];
  if (from >= 0) return [{ ...choice, from, to: from + divisor - 1 }];
  if (to < 0) return [{ ...choice, from: to - divisor + 1, to }];
  return [{ ...choice, from: Math.max(from, -divisor), to: Math.min(to, divisor - 1) }];
}

function comesOut({ op, value }: Test, x: number): boolean {
  const [a, b] = op.endsWith('u') ? [x >>> 0, value >>> 0] : [x, value];
  switch (op) {
    case '==':
      return a === b;
    case '!=':
      return a !== b;
    case '<':
    case '<u':
      return a < b;
    case '<=':
    case '<=u':
      return a <= b;
    case '>':
    case '>u':
      return a > b;
    default:
      return a >= b;
  }
}

function chosen(choice: StatementOf<'nondet'>, tests: readonly Test[] | undefined): readonly Statement[] {
  const { from, to } = rangeOf(choice);
  if (tests === undefined || choice.width === 64 || to - from < few) return [choice];
  // between two of these no test comes out differently
  const points = [from, 0, 1, ...tests.flatMap(({ value }) => [value, value + 1])];
  const classes = new Map<string, number>();
  for (const x of points.filter((p) => from <= p && p <= to).sort((a, b) => Math.abs(a) - Math.abs(b))) {
    const key = tests.map((test) => (comesOut(test, x) ? 1 : 0)).join('');
    if (!classes.has(key)) classes.set(key, x);
  }
  if (classes.size > mostClasses) return [choice];
  const values = [...classes.values()].sort((a, b) => a - b);
  const first = values[0];
  if (values.every((x, i) => x === first + i))
    return [{ ...choice, from: first, to: first + values.length - 1 }];
  const index = register(choice.target);
  const value = values.reduceRight<Expr>(
    (rest, x, i) =>
      i === values.length - 1
        ? constant(x)
        : {
            kind: 'conditional',
            condition: { kind: 'binary', op: '==', left: index, right: constant(i) },
            whenTrue: constant(x),
            whenFalse: rest,
          },
    constant(first),
  );
  const { at } = choice;
  return [
    { ...choice, from: 0, to: values.length - 1, values },
    { kind: 'assign', target: choice.target, value, ...(at === undefined ? {} : { at }) },
  ];
}

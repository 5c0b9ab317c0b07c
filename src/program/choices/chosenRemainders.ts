// If a thread uses only the remainder of a choice by one number, the choice is one of that remainder. `rand() % 100` is one among 100
// values, and the test `rand() % 100 < 30` tests the choice itself. The value may go through other registers first.

import { constant, type Expr, forEachRegister } from '../expression.js';
import type { Thread } from '../program.js';
import { mapBody, mapExpr, mapOwnExpressions } from '../rewrite.js';
import { expressionsOf, forEachStatement, type Statement, targetsOf } from '../statement.js';
import { rangeOf, remainderOf } from './comparisons.js';

/** Registers between which values go, and what is done with them. */
interface Group {
  readonly names: string[];
  /** The divisor of the remainders. It is undefined before the first one, and null if there are several or another use. */
  divisor: number | undefined | null;
  /** There are remainders of which a negative one is no remainder of itself. */
  needsPositive: boolean;
}

export function chosenRemainders(thread: Thread): Thread {
  const groups = groupsOf(thread);
  const divisorOf = (name: string): number | undefined => groups.get(name)?.divisor ?? undefined;
  const body = mapBody(thread.body, (s) => {
    const divisor = s.kind === 'nondet' ? divisorOf(s.target) : undefined;
    if (s.kind !== 'nondet' || divisor === undefined) return [withoutRemainders(s, divisorOf)];
    const { from, to } = rangeOf(s);
    return [{ ...s, from: Math.max(from, 1 - divisor), to: Math.min(to, divisor - 1) }];
  });
  return body === thread.body ? thread : { ...thread, body };
}

function withoutRemainders(s: Statement, divisorOf: (name: string) => number | undefined): Statement {
  const isGone = (e: Expr): boolean => {
    const remainder = remainderOf(e);
    return remainder !== undefined && divisorOf(remainder.register) !== undefined;
  };
  let changed = false;
  const rest = mapOwnExpressions(s, (whole) =>
    mapExpr(whole, (e) => {
      if (e.kind !== 'binary' || !isGone(e)) return e;
      changed = true;
      return e.left;
    }),
  );
  return changed ? rest : s;
}

function groupsOf(thread: Thread): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  const groupOf = (name: string): Group => {
    const group = groups.get(name) ?? { names: [name], divisor: undefined, needsPositive: false };
    groups.set(name, group);
    return group;
  };
  const join = (a: string, b: string): void => {
    const [gone, kept] = [groupOf(a), groupOf(b)].sort((x, y) => x.names.length - y.names.length);
    if (kept === gone) return;
    for (const name of gone.names) groups.set(name, kept);
    kept.names.push(...gone.names);
    if (gone.divisor !== undefined) take(kept, gone.divisor, gone.needsPositive);
  };
  forEachStatement(thread.body, (s) => {
    if (s.kind === 'assign' && s.value.kind === 'register' && s.value.width !== 64)
      join(s.target, s.value.name);
    else {
      for (const e of expressionsOf(s)) look(e, groupOf);
      if (s.kind !== 'nondet') for (const name of targetsOf(s)) groupOf(name).divisor = null;
    }
  });
  for (const name of [...thread.parameters, ...thread.registers.keys()]) groupOf(name).divisor = null;
  forEachStatement(thread.body, (s) => {
    if (s.kind !== 'nondet') return;
    const group = groupOf(s.target);
    const { divisor, needsPositive } = group;
    if (divisor === undefined || divisor === null) return;
    // all remainders are there, and each is its own
    const { from, to } = s.width === 64 ? { from: 0, to: 0 } : rangeOf(s);
    const isWhole = from === 0 || (!needsPositive && from <= 1 - divisor);
    if (!isWhole || to < divisor - 1) group.divisor = null;
  });
  return groups;
}

function take(group: Group, divisor: number | null, needsPositive: boolean): void {
  group.divisor = group.divisor === undefined || group.divisor === divisor ? divisor : null;
  group.needsPositive ||= needsPositive;
}

function look(e: Expr, groupOf: (name: string) => Group): void {
  const rest = mapExpr(e, (part) => {
    const remainder = part.kind === 'binary' && part.width !== 64 ? remainderOf(part) : undefined;
    if (remainder === undefined || part.kind !== 'binary') return part;
    take(groupOf(remainder.register), remainder.divisor, part.op !== '%');
    return constant(0);
  });
  forEachRegister(rest, (name) => {
    groupOf(name).divisor = null;
  });
}

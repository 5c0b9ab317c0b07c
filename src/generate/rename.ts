// Tidy names: threads P0, P1, ... and registers r0, r1, ... in order of first mention.

import type { Operand } from '../program/condition.js';
import type { Expr } from '../program/expression.js';
import type { ThreadId } from '../program/identity.js';
import type { Program, Thread } from '../program/program.js';
import { mapExpr, mapOwnExpressions } from '../program/rewrite.js';
import type { Statement } from '../program/statement.js';
import { registersOf } from './observe.js';
import { rewrite } from './rewrite.js';

export function renamed(program: Program): Program {
  const names = program.threads.map((t) => new Map(registersOf(t).map((name, i) => [name, `r${i}`])));
  const nameIn = (thread: ThreadId, name: string): string => {
    const known = names[thread].get(name);
    if (known !== undefined) return known;
    const fresh = `r${names[thread].size}`;
    names[thread].set(name, fresh);
    return fresh;
  };
  const node =
    (thread: ThreadId) =>
    (e: Expr): Expr =>
      e.kind === 'register' ? { ...e, name: nameIn(thread, e.name) } : e;
  const target = (s: Statement, thread: ThreadId): Statement => {
    switch (s.kind) {
      case 'load': {
        const has = s.has === undefined ? {} : { has: nameIn(thread, s.has) };
        return { ...s, target: nameIn(thread, s.target), ...has };
      }
      case 'assign':
      case 'nondet':
      case 'alloc':
        return { ...s, target: nameIn(thread, s.target) };
      case 'rmw':
        return s.target === undefined ? s : { ...s, target: nameIn(thread, s.target) };
      default:
        return s;
    }
  };
  const changed = rewrite(program, {
    statement: (s, thread) => [mapOwnExpressions(target(s, thread), (e) => mapExpr(e, node(thread)))],
    operand: (o): Operand => (o.kind === 'register' ? { ...o, register: nameIn(o.thread, o.register) } : o),
  });
  return {
    ...changed,
    threads: changed.threads.map(
      (t, i): Thread => ({
        ...t,
        name: `P${i}`,
        parameters: t.parameters.map((name) => nameIn(i, name)),
        registers: new Map([...t.registers].map(([name, value]) => [nameIn(i, name), value])),
      }),
    ),
  };
}

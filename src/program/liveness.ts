// The registers that a thread may still read with a consequence: backward liveness on structured statements. A
// computation into a register that is never read does not count as a read. For example, a counter that only counts is
// never live.

import { forEachRegister } from './expression.js';
import { expressionsOf, type Statement, type StatementOf, targetsOf } from './statement.js';

export type Registers = ReadonlySet<string>;

interface LiveAround {
  /** Where a round begins: its condition has held. */
  readonly round: Registers;
  /** Where it is left in the ordinary way. */
  readonly after: Registers;
}

export type LiveLoops = ReadonlyMap<StatementOf<'while'>, LiveAround>;

interface Target {
  readonly label: string;
  readonly afterBreak: Registers;
  /** Undefined for a block. */
  readonly afterContinue: Registers | undefined;
}

/** The live registers around each loop. `atEnd` are the registers that are read after the thread has ended. */
export function liveLoops(body: readonly Statement[], atEnd: Registers): LiveLoops {
  const found = new Map<StatementOf<'while'>, LiveAround>();
  /**
   * The live registers at a loop's head from the last visit. They only grow, so a nested loop continues from there.
   */
  const heads = new Map<StatementOf<'while'>, Registers>();
  const before = (
    statements: readonly Statement[],
    after: Registers,
    targets: readonly Target[],
  ): Registers => statements.reduceRight((live, s) => beforeOne(s, live, targets), after);

  const beforeOne = (s: Statement, after: Registers, targets: readonly Target[]): Registers => {
    switch (s.kind) {
      case 'if': {
        if (isInert(s, after)) return after;
        const branches = union(before(s.whenTrue, after, targets), before(s.whenFalse, after, targets));
        return withUses(s, branches);
      }
      case 'block':
        return before(s.body, after, [
          ...targets,
          { label: s.label, afterBreak: after, afterContinue: undefined },
        ]);
      case 'while': {
        const forever = s.condition.kind === 'const' && s.condition.value !== 0;
        let head = union(heads.get(s), forever ? nothing : withUses(s, after));
        for (;;) {
          const round = before(s.body, head, [
            ...targets,
            { label: s.label, afterBreak: after, afterContinue: head },
          ]);
          const grown = union(head, round);
          if (grown.size === head.size) {
            // A statement object may stand at several places.
            const known = found.get(s);
            found.set(s, { round: union(known?.round, round), after: union(known?.after, after) });
            heads.set(s, head);
            return head;
          }
          head = grown;
        }
      }
      case 'atomic':
        return before(s.body, after, []);
      case 'break':
        return targets.findLast((t) => t.label === s.label)?.afterBreak ?? after;
      case 'continue': {
        const loop = targets.findLast((t) => t.label === s.label && t.afterContinue !== undefined);
        return loop?.afterContinue ?? after;
      }
      default: {
        const targets = targetsOf(s);
        if (s.kind === 'assign' && !after.has(s.target)) return after;
        if (!targets.some((name) => after.has(name))) return withUses(s, after);
        return withUses(s, new Set([...after].filter((name) => !targets.includes(name))));
      }
    }
  };
  before(body, atEnd, []);
  return found;
}

/** Whether the statement only computes values that nothing reads, on every branch. */
function isInert(s: Statement, after: Registers): boolean {
  const all = (body: readonly Statement[]): boolean => body.every((each) => isInert(each, after));
  if (s.kind === 'assign') return !after.has(s.target);
  return s.kind === 'if' && all(s.whenTrue) && all(s.whenFalse);
}

const nothing: Registers = new Set();

/** With the registers that the statement itself reads. */
function withUses(s: Statement, after: Registers): Registers {
  const live = new Set(after);
  for (const expr of expressionsOf(s)) forEachRegister(expr, (name) => live.add(name));
  return live;
}

const union = (a: Registers | undefined, b: Registers): Registers =>
  a === undefined ? b : new Set([...a, ...b]);

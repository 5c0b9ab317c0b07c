// Which registers a thread may still read: classic backward liveness, on structured statements.

import { forEachRegister } from './expression.js';
import { expressionsOf, type Statement } from './statement.js';

export type Registers = ReadonlySet<string>;

/** For a loop: what is live after it. For a break or continue: what is live where it leads. */
export type LiveAfter = ReadonlyMap<Statement, Registers>;

interface Target {
  readonly label: string;
  readonly afterBreak: Registers;
  /** Undefined for a block. */
  readonly afterContinue: Registers | undefined;
}

/** `atEnd` are the registers that are read once the thread has ended. */
export function liveAfter(body: readonly Statement[], atEnd: Registers): LiveAfter {
  const found = new Map<Statement, Registers>();
  const note = (s: Statement, live: Registers): Registers => {
    // A statement object may stand at several places.
    found.set(s, union(found.get(s), live));
    return live;
  };
  const before = (
    statements: readonly Statement[],
    after: Registers,
    targets: readonly Target[],
  ): Registers => statements.reduceRight((live, s) => beforeOne(s, live, targets), after);

  const beforeOne = (s: Statement, after: Registers, targets: readonly Target[]): Registers => {
    switch (s.kind) {
      case 'if': {
        const branches = union(before(s.whenTrue, after, targets), before(s.whenFalse, after, targets));
        return withUses(s, branches);
      }
      case 'block':
        return before(s.body, after, [
          ...targets,
          { label: s.label, afterBreak: after, afterContinue: undefined },
        ]);
      case 'while': {
        note(s, after);
        let head = withUses(s, after);
        for (;;) {
          const round = before(s.body, head, [
            ...targets,
            { label: s.label, afterBreak: after, afterContinue: head },
          ]);
          const grown = union(head, round);
          if (grown.size === head.size) return head;
          head = grown;
        }
      }
      case 'atomic':
        return before(s.body, after, []);
      case 'break':
        return note(s, targets.findLast((t) => t.label === s.label)?.afterBreak ?? after);
      case 'continue': {
        const loop = targets.findLast((t) => t.label === s.label && t.afterContinue !== undefined);
        return note(s, loop?.afterContinue ?? after);
      }
      default: {
        const target = 'target' in s ? s.target : undefined;
        if (target === undefined || !after.has(target)) return withUses(s, after);
        return withUses(s, new Set([...after].filter((name) => name !== target)));
      }
    }
  };
  before(body, atEnd, []);
  return found;
}

/** With the registers that the statement itself reads. */
function withUses(s: Statement, after: Registers): Registers {
  const live = new Set(after);
  for (const expr of expressionsOf(s)) forEachRegister(expr, (name) => live.add(name));
  return live;
}

const union = (a: Registers | undefined, b: Registers): Registers =>
  a === undefined ? b : new Set([...a, ...b]);

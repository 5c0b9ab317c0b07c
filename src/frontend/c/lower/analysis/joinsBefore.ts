// How many joins a thread has certainly passed when it comes to a block. As a thread is joined once, so many others have ended.

import type { Statement } from '../../../../program/statement.js';

/** Not at all; joined with other paths it is one that does not count. */
const never = Number.POSITIVE_INFINITY;

export function fewestJoins(thread: readonly Statement[], sought: readonly Statement[]): number {
  const exits = new Map<string, number>();
  let found = never;

  const leave = (label: string, joins: number): void => {
    exits.set(label, Math.min(joins, exits.get(label) ?? never));
  };
  const inside = (label: string, body: readonly Statement[], before: number): number => {
    exits.set(label, never);
    const end = walk(body, before);
    return Math.min(end, exits.get(label) ?? never);
  };
  const walk = (body: readonly Statement[], before: number): number => {
    if (body === sought) found = Math.min(found, before);
    return body.reduce((joins, s) => step(s, joins), before);
  };
  const step = (s: Statement, before: number): number => {
    switch (s.kind) {
      case 'join':
        return before + 1;
      case 'if':
        return Math.min(walk(s.whenTrue, before), walk(s.whenFalse, before));
      case 'atomic':
        return walk(s.body, before);
      case 'block':
        return inside(s.label, s.body, before);
      case 'while':
        // it may be left before its first round, and every round has passed at least what came before the loop
        return Math.min(before, inside(s.label, s.body, before));
      case 'break':
        leave(s.label, before);
        return never;
      case 'continue':
        return never;
      default:
        return before;
    }
  };
  walk(thread, 0);
  return found;
}

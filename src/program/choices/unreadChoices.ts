// A choice that nothing depends on is none: `srand(time(NULL))`.

import { forEachRegister } from '../expression.js';
import type { Thread } from '../program.js';
import { mapBody } from '../rewrite.js';
import { expressionsOf, forEachStatement, type Statement } from '../statement.js';
import { rangeOf } from './comparisons.js';

export function withoutUnreadChoices(thread: Thread): Thread {
  const read = readIn(thread.body);
  const body = mapBody(thread.body, (s) => {
    if (s.kind !== 'nondet' || read.has(s.target)) return [s];
    const { from, to } = rangeOf(s);
    return from <= to ? [] : [s];
  });
  return body === thread.body ? thread : { ...thread, body };
}

/** The registers on which something depends, also by way of others. */
function readIn(body: readonly Statement[]): ReadonlySet<string> {
  const sources = new Map<string, string[]>();
  const read = new Set<string>();
  const note = (names: string[], s: Statement): void => {
    for (const e of expressionsOf(s)) forEachRegister(e, (name) => names.push(name));
  };
  const pending: string[] = [];
  forEachStatement(body, (s) => {
    if (s.kind !== 'assign') return note(pending, s);
    const names = sources.get(s.target) ?? [];
    sources.set(s.target, names);
    note(names, s);
  });
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (read.has(name)) continue;
    read.add(name);
    pending.push(...(sources.get(name) ?? []));
  }
  return read;
}

// A function before its first call is inlined. Locals that its own code decides about become registers once, instead of once per
// call, and its blocks are tidied.

import { bug } from '../../../support/diagnostic.js';
import { instructionsIn, mapInstructions, mapLeaves, wrapped } from '../../body.js';
import type { Instruction } from '../../instruction.js';
import type { Body, Func, Global, Local } from '../../module.js';
import { local, placeOf, symbol } from '../../value.js';
import type { Settling } from './context.js';
import { hasLanding } from './landings.js';
import { promoteObjects } from './promote.js';
import { withoutTailCalls } from './tailCalls.js';
import { tidy } from './tidy.js';

/** With the static objects that may lose their values, as was believed then. */
const known = new WeakMap<Func, { readonly body: Body; readonly emptied: string }>();

export function preparedBody(settling: Settling, f: Func): Body {
  // The text of the library is tidied when it is made.
  if (f.mentions !== undefined && f.body?.locals.size === 0) return f.body;
  const { emptied } = settling.changed;
  const before = known.get(f);
  if (before?.emptied === emptied) return before.body;
  const tidied = tidy(withoutOwnLocals(settling, f.body ?? bug(`${f.name} has no body`)));
  const prepared = withoutTailCalls(f, tidied);
  known.set(f, { body: prepared, emptied });
  return prepared;
}

/** Locals whose life is said by instructions; the others live as long as the call. */
export const timedLocals = (body: Body): ReadonlySet<string> =>
  new Set(
    instructionsIn(body).flatMap((i) =>
      i.kind === 'life' && i.object.kind === 'local' ? [i.object.name] : [],
    ),
  );

/** Stands before the name of a local while it is treated as an object of its own. */
const mark = '%';

function withoutOwnLocals(settling: Settling, body: Body): Body {
  if (body.locals.size === 0 || hasLanding(body)) return body;
  const timed = timedLocals(body);
  const objects = new Map([...body.locals.values()].map((l) => [mark + l.name, objectOf(l)]));
  // Locals that live as long as the call begin at the entry and end at each return.
  const untimed = [...objects.keys()].filter((name) => !timed.has(name.slice(mark.length)));
  const lives = (phase: 'begins' | 'ends'): Instruction[] =>
    untimed.map((name) => ({ kind: 'life', object: symbol(name), phase }));
  const marked = mapLeaves(body, (leaf) => (leaf.kind === 'local' ? symbol(mark + leaf.name) : leaf));
  const timedAll = wrapped(marked, lives('begins'), lives('ends'));
  const promoted = promoteObjects(settling, timedAll, (name) => objects.get(name));
  const isAdded = (i: Instruction): boolean =>
    i.kind === 'life' && untimed.includes(placeOf(i.object)?.object ?? '');
  const kept = new Set<string>();
  const own = mapLeaves(
    mapInstructions(promoted, (i) => (isAdded(i) ? [] : i)),
    (leaf) => {
      if (leaf.kind !== 'symbol' || !objects.has(leaf.name)) return leaf;
      const name = leaf.name.slice(mark.length);
      kept.add(name);
      return local(name);
    },
  );
  return { ...own, locals: new Map([...body.locals].filter(([name]) => kept.has(name))) };
}

const objectOf = (l: Local): Global => ({
  ...l,
  name: mark + l.name,
  label: l.label ?? l.name,
  relocations: [],
  storage: { kind: 'local', thread: 0 },
});

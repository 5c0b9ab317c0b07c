// A function before its first call is inlined. Locals that its own code decides about become registers once, instead of once per
// call, and its blocks are tidied.

import { bug } from '../../../support/diagnostic.js';
import { substitute } from '../../fold.js';
import { entryOf } from '../../graph.js';
import { type Instruction, mapEndValues, mapValues } from '../../instruction.js';
import type { Block, Body, Func, Global, Local } from '../../module.js';
import { local, symbol, type Value } from '../../value.js';
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
export function timedLocals(body: Body): ReadonlySet<string> {
  const timed = new Set<string>();
  for (const { instructions } of body.blocks.values())
    for (const i of instructions)
      if (i.kind === 'life' && i.object.kind === 'local') timed.add(i.object.name);
  return timed;
}

/** Stands before the name of a local while it is treated as an object of its own. */
const mark = '%';

function withoutOwnLocals(settling: Settling, body: Body): Body {
  if (body.locals.size === 0 || hasLanding(body)) return body;
  const untimed = [...body.locals.keys()].filter((name) => !timedLocals(body).has(name));
  const objects = new Map([...body.locals.values()].map((l) => [mark + l.name, objectOf(l)]));
  const marked = mapBody(
    withLives(body, untimed),
    (i) => [i],
    (leaf) => (leaf.kind === 'local' ? symbol(mark + leaf.name) : leaf),
  );
  const kept = new Set<string>();
  const isAdded = (i: Instruction): boolean =>
    i.kind === 'life' && i.object.kind === 'symbol' && untimed.includes(i.object.name.slice(mark.length));
  const own = mapBody(
    promoteObjects(settling, marked, (name) => objects.get(name)),
    (i) => (isAdded(i) ? [] : [i]),
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

/** Locals that live as long as the call begin at the entry and end at each return. */
function withLives(body: Body, names: readonly string[]): Body {
  const lives = (phase: 'begins' | 'ends'): Instruction[] =>
    names.map((name) => ({ kind: 'life', object: local(name), phase }));
  const entry = entryOf(body);
  const blocks = new Map<string, Block>();
  for (const [label, { instructions, end }] of body.blocks)
    blocks.set(label, {
      instructions: [
        ...(label === entry ? lives('begins') : []),
        ...instructions,
        ...(end.kind === 'return' ? lives('ends') : []),
      ],
      end,
    });
  return { ...body, blocks };
}

function mapBody(
  body: Body,
  instruction: (i: Instruction) => readonly Instruction[],
  change: (leaf: Value) => Value,
): Body {
  const value = (v: Value): Value => substitute(v, change);
  const blocks = new Map<string, Block>();
  for (const [label, { instructions, end }] of body.blocks)
    blocks.set(label, {
      instructions: instructions.flatMap(instruction).map((i) => mapValues(i, value)),
      end: mapEndValues(end, value),
    });
  return { ...body, blocks };
}

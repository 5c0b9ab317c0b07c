// A function before its first call is inlined. Locals that its own code decides about become registers once, instead of once per
// call, and its blocks are tidied.

import { bug } from '../../../support/diagnostic.js';
import { instructionsIn, mapInstructions, mapLeaves, wrapped } from '../../body.js';
import { entryOf } from '../../graph.js';
import type { Instruction, InstructionOf } from '../../instruction.js';
import { jump, set } from '../../make.js';
import type { Block, Body, Func, Global, Local } from '../../module.js';
import { local, placeOf, type Register, register, symbol } from '../../value.js';
import type { Settling } from './context.js';
import { converted } from './converted.js';
import { hasLanding } from './landings.js';
import { promoteObjects } from './promote.js';
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

const again = 'again';

/**
 * Tail recursion is a loop. A function that calls itself only where it returns the result begins again with other arguments.
 *
 * Example: `if (key < at->key) return find(at->left, key); return find(at->right, key);`. As calls, each level is inlined, and each
 * copy has two copies in it. With --unroll 8 that makes 511 copies.
 *
 * A local is another object in each call. So the pass runs where all locals are registers.
 */
function withoutTailCalls({ name, variadic }: Func, body: Body): Body {
  if (body.locals.size > 0 || variadic === true || body.blocks.has(again)) return body;
  const { parameters } = body;
  const isCall = (i: Instruction | undefined): i is InstructionOf<'call'> =>
    i?.kind === 'call' && i.target.kind === 'symbol' && i.target.name === name;
  const blocks = new Map<string, Block>([[again, { instructions: [], end: jump(entryOf(body)) }]]);
  let isLoop = false;
  for (const [label, block] of body.blocks) {
    const { instructions } = block;
    const call = instructions.at(-1);
    const others = instructions.slice(0, -1);
    if (!isCall(call)) blocks.set(label, block);
    else if (call.args.length !== parameters.length || !isReturned(body, block, call.results)) return body;
    else {
      isLoop = true;
      blocks.set(label, {
        instructions: [...others, ...assignments(parameters, call)],
        end: jump(entryOf(body), call),
      });
    }
    if (others.some(isCall)) return body;
  }
  return isLoop ? { ...body, blocks } : body;
}

/** Whether a block ends with a return of these results, perhaps in the next block. */
function isReturned({ blocks }: Body, { end }: Block, results: readonly Register[]): boolean {
  const next = end.kind === 'jump' ? blocks.get(end.to) : undefined;
  const last = next?.instructions.length === 0 ? next.end : end;
  if (last.kind !== 'return') return false;
  return last.values.every((v, k) => v.kind === 'register' && v.name === results[k]?.name);
}

/** The parameters get the arguments, all at once. */
function assignments(parameters: readonly Register[], call: InstructionOf<'call'>): Instruction[] {
  const next = parameters.map((p) => register(`${p.name}.next`, p.type));
  return [
    ...next.map((r, k) => set(r, converted(call.args[k], r.type), call)),
    ...parameters.map((p, k) => set(p, next[k], call)),
  ];
}

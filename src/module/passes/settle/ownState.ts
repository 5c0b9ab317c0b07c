// State of the library's model that no other thread looks at. An object that only one thread mentions is a local of that thread, which
// may become registers; an object that is only ever stored to is not there.

import { folded, sameValue, substitute } from '../../fold.js';
import { blockOf, entryOf } from '../../graph.js';
import { type Instruction, mapEndValues, mapValues, valuesOf, valuesOfEnd } from '../../instruction.js';
import type { Block, Body, Global } from '../../module.js';
import { constant, forEachValue, offset, register, symbol, type Value } from '../../value.js';
import { placeOf, promotable } from './areas.js';
import type { Settling } from './context.js';

interface Mention {
  readonly threads: Set<number>;
  /** It is mentioned as something else than the address of a store. */
  read: boolean;
}

/** A store that orders nothing after it. */
const isPlainStore = (i: Instruction): boolean => i.kind === 'store' && i.order !== 'seq_cst';

/** Whether the objects that a body mentions are read in it. Kept while the body is: each thread asks for all of them. */
const known = new WeakMap<Body, ReadonlyMap<string, boolean>>();

function mentionedIn(body: Body): ReadonlyMap<string, boolean> {
  const found = known.get(body);
  if (found !== undefined) return found;
  const reads = new Map<string, boolean>();
  const see = (value: Value, read: boolean): void =>
    forEachValue(value, (v) => {
      if (v.kind === 'symbol') reads.set(v.name, read || reads.get(v.name) === true);
    });
  for (const { instructions, end } of body.blocks.values()) {
    for (const i of instructions)
      if (isPlainStore(i) && i.kind === 'store') {
        see(i.address, placeOf(i.address) === undefined);
        see(i.value, true);
      } else for (const value of valuesOf(i)) see(value, true);
    for (const value of valuesOfEnd(end)) see(value, true);
  }
  known.set(body, reads);
  return reads;
}

function mentions(bodies: readonly Body[]): ReadonlyMap<string, Mention> {
  const found = new Map<string, Mention>();
  bodies.forEach((body, thread) => {
    for (const [name, read] of mentionedIn(body)) {
      const mention = found.get(name) ?? { threads: new Set(), read: false };
      mention.threads.add(thread);
      mention.read ||= read;
      found.set(name, mention);
    }
  });
  return found;
}

/** The objects that only one of the bodies mentions. */
export const mentionedOnce = (bodies: readonly Body[]): ReadonlySet<string> =>
  new Set([...mentions(bodies)].filter(([, { threads }]) => threads.size === 1).map(([name]) => name));

/** The thread's body, in which parameters have the value that every start gives them, where that is known; itself if there is none. */
export function withKnownArguments(bodies: readonly Body[], thread: number): Body | undefined {
  const body = bodies[thread];
  const starts = bodies.flatMap(({ blocks }) =>
    [...blocks.values()].flatMap(({ instructions }) =>
      instructions.flatMap((i) => (i.kind === 'start' && i.thread === thread ? [i.args] : [])),
    ),
  );
  const [first] = starts;
  if (body === undefined || first === undefined) return body;
  const sets = body.parameters.flatMap((result, k): Instruction[] => {
    const value = first[k];
    const isSame =
      value?.kind === 'const' && starts.every((args) => args[k] !== undefined && sameValue(args[k], value));
    return isSame ? [{ kind: 'set', result, value, model: true }] : [];
  });
  if (sets.length === 0) return body;
  const entry = entryOf(body);
  const block = blockOf(body, entry);
  const blocks = new Map(body.blocks).set(entry, {
    ...block,
    instructions: [...sets, ...block.instructions],
  });
  return { ...body, blocks };
}

/** The bodies without the stores to model objects that nothing reads; the same ones if there are none. */
export function withoutUnread(settling: Settling, bodies: readonly Body[]): readonly Body[] {
  const found = mentions(bodies);
  const unread = (i: Instruction): boolean => {
    if (!isPlainStore(i) || i.kind !== 'store') return false;
    const object = placeOf(i.address)?.object ?? '';
    return settling.global(object)?.model === true && found.get(object)?.read === false;
  };
  return bodies.map((body) => {
    let changed = false;
    const blocks = new Map<string, Block>();
    for (const [label, block] of body.blocks) {
      const instructions = block.instructions.filter((i) => !unread(i));
      if (instructions.length < block.instructions.length) changed = true;
      blocks.set(label, { ...block, instructions });
    }
    return changed ? { ...body, blocks } : body;
  });
}

/** Makes locals of the model's objects that only this thread mentions and that can be promoted; its body then begins with zeros in them. */
export function ownedObjects(settling: Settling, bodies: readonly Body[], thread: number): Body | undefined {
  const body = bodies[thread];
  if (body === undefined) return undefined;
  const found = mentions(bodies);
  const owned = (name: string): Global | undefined => {
    const global = settling.global(name);
    const only = found.get(name)?.threads;
    const isZero = global?.relocations.length === 0 && (global.bytes ?? [1]).every((byte) => byte === 0);
    return global?.model === true && isZero && global.storage.kind !== 'local' && only?.size === 1
      ? global
      : undefined;
  };
  if (![...mentionedIn(body).keys()].some((name) => owned(name) !== undefined)) return undefined;
  const names = [...promotable(settling, body, owned).keys()];
  if (names.length === 0) return undefined;
  const fills = names.map((name): Instruction => {
    const global = owned(name);
    if (global !== undefined) settling.objects.set(name, { ...global, storage: { kind: 'local', thread } });
    const size = constant(global?.size ?? 0, 'i64');
    return { kind: 'fill', to: symbol(name), value: constant(0, 'i8'), size, model: true };
  });
  const [first] = body.blocks;
  if (first === undefined) return undefined;
  const [label, block] = first;
  const blocks = new Map(body.blocks).set(label, {
    ...block,
    instructions: [...fills, ...block.instructions],
  });
  return { ...body, blocks };
}

/**
 * The body of code that runs within a thread, on copies of the model's objects that the thread alone touches: they may become registers.
 * The copies have their values from the objects at first and give them back in the end.
 */
export function onCopies(settling: Settling, thread: number, body: Body): Body {
  const isOwn = (name: string): boolean => name.endsWith(`@${thread}`);
  const own = (name: string): Global | undefined => {
    const global = settling.global(name);
    return global?.model === true && global.storage.kind === 'static' && isOwn(name) ? global : undefined;
  };
  if (hasJump(body)) return body;
  const found = promotable(settling, body, own);
  const copies = new Map<string, string>();
  for (const [name, parts] of found) {
    const global = own(name);
    if (global === undefined || parts.length === 0) continue;
    const copy = `${name}~${settling.fresh()}`;
    settling.objects.set(copy, { ...global, name: copy, storage: { kind: 'local', thread } });
    copies.set(name, copy);
  }
  if (copies.size === 0) return body;
  const moved = (
    from: (name: string, copy: string) => string,
    to: (name: string, copy: string) => string,
  ): Instruction[] =>
    [...copies].flatMap(([name, copy]) =>
      (found.get(name) ?? []).flatMap(({ from: at, register: { type } }): Instruction[] => {
        const held = register(`held~${settling.fresh()}`, type);
        return [
          { kind: 'load', result: held, address: folded(offset(symbol(from(name, copy)), at)), model: true },
          { kind: 'store', address: folded(offset(symbol(to(name, copy)), at)), value: held, model: true },
        ];
      }),
    );
  const value = (v: Value): Value =>
    substitute(v, (leaf) => (leaf.kind === 'symbol' ? symbol(copies.get(leaf.name) ?? leaf.name) : leaf));
  const entry = entryOf(body);
  const blocks = new Map<string, Block>();
  for (const [label, { instructions, end }] of body.blocks)
    blocks.set(label, {
      instructions: [
        ...(label === entry
          ? moved(
              (name) => name,
              (_, copy) => copy,
            )
          : []),
        ...instructions.map((i) => mapValues(i, value)),
        ...(end.kind === 'return'
          ? moved(
              (_, copy) => copy,
              (name) => name,
            )
          : []),
      ],
      end: mapEndValues(end, value),
    });
  return { ...body, blocks };
}

const hasJump = ({ blocks }: Body): boolean =>
  [...blocks.values()].some(({ instructions }) =>
    instructions.some((i) => i.kind === 'intrinsic' && (i.name === 'jump' || i.name === 'landing')),
  );

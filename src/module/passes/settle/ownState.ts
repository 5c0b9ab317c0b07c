// State of the library's model that no other thread looks at. An object that only one thread mentions is a local of that thread, which
// may become registers; an object that is only ever stored to is not there.

import { instructionsIn, mapInstructions, mapLeaves, wrapped } from '../../body.js';
import { folded, sameValue } from '../../fold.js';
import { type Instruction, valuesOf, valuesOfEnd } from '../../instruction.js';
import { load, set, store } from '../../make.js';
import type { Body, Global } from '../../module.js';
import { constant, forEachValue, offset, placeOf, register, symbol, type Value } from '../../value.js';
import { promotable } from './areas.js';
import type { Settling } from './context.js';
import { hasJump } from './landings.js';

interface Mention {
  readonly threads: number;
  /** It is mentioned as something else than the address of a store. */
  readonly read: boolean;
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
  for (const body of bodies)
    for (const [name, read] of mentionedIn(body)) {
      const before = found.get(name) ?? { threads: 0, read: false };
      found.set(name, { threads: before.threads + 1, read: before.read || read });
    }
  return found;
}

/** The objects that only one of the bodies mentions. */
export const mentionedOnce = (bodies: readonly Body[]): ReadonlySet<string> =>
  new Set([...mentions(bodies)].filter(([, { threads }]) => threads === 1).map(([name]) => name));

const model = { model: true } as const;

/** The thread's body, in which parameters have the value that every start gives them, where that is known; itself if there is none. */
export function withKnownArguments(bodies: readonly Body[], thread: number): Body {
  const body = bodies[thread];
  const starts = bodies
    .flatMap(instructionsIn)
    .flatMap((i) => (i.kind === 'start' && i.thread === thread ? [i.args] : []));
  const [first] = starts;
  if (first === undefined) return body;
  const sets = body.parameters.flatMap((parameter, k): Instruction[] => {
    const value = first[k];
    const isSame = value?.kind === 'const' && starts.every((args) => sameValue(args[k], value));
    return isSame ? [set(parameter, value, model)] : [];
  });
  return wrapped(body, sets);
}

/** The bodies without the stores to model objects that nothing reads; the same ones if there are none. */
export function withoutUnread(settling: Settling, bodies: readonly Body[]): readonly Body[] {
  const found = mentions(bodies);
  const isUnread = (i: Instruction): boolean => {
    if (!isPlainStore(i) || i.kind !== 'store') return false;
    const object = placeOf(i.address)?.object ?? '';
    return settling.global(object)?.model === true && found.get(object)?.read === false;
  };
  return bodies.map((body) => mapInstructions(body, (i) => (isUnread(i) ? [] : i)));
}

/** Makes locals of the model's objects that only this thread mentions and that can be promoted; its body then begins with zeros in them. */
export function ownedObjects(settling: Settling, bodies: readonly Body[], thread: number): Body {
  const body = bodies[thread];
  const found = mentions(bodies);
  const owned = (name: string): Global | undefined => {
    const global = settling.global(name);
    const isZero = global?.relocations.length === 0 && (global.bytes ?? [1]).every((byte) => byte === 0);
    const isOwn = isZero && found.get(name)?.threads === 1;
    return isOwn && global.model === true && global.storage.kind !== 'local' ? global : undefined;
  };
  if (![...mentionedIn(body).keys()].some((name) => owned(name) !== undefined)) return body;
  const names = [...promotable(settling, body, owned).keys()];
  const fills = names.map((name): Instruction => {
    const global = owned(name);
    if (global !== undefined) settling.objects.set(name, { ...global, storage: { kind: 'local', thread } });
    const size = constant(global?.size ?? 0, 'i64');
    return { kind: 'fill', to: symbol(name), value: constant(0, 'i8'), size, model: true };
  });
  return wrapped(body, fills);
}

/**
 * The body of code that runs within a thread, on copies of the model's objects that the thread alone touches: they may become registers.
 * The copies have their values from the objects at first and give them back in the end.
 */
export function onCopies(settling: Settling, thread: number, body: Body): Body {
  const own = (name: string): Global | undefined => {
    const global = settling.global(name);
    const isOwn = global?.model === true && global.storage.kind === 'static' && name.endsWith(`@${thread}`);
    return isOwn ? global : undefined;
  };
  if (hasJump(body)) return body;
  const found = promotable(settling, body, own);
  const copies = new Map<string, string>();
  for (const [name, parts] of found) if (parts.length > 0) copies.set(name, settling.addCopy(name, thread));
  if (copies.size === 0) return body;
  const moved = (from: 'object' | 'copy'): Instruction[] =>
    [...copies].flatMap(([object, copy]) =>
      (found.get(object) ?? []).flatMap(({ from: at, register: { type } }) => {
        const held = register(`held~${settling.fresh()}`, type);
        const [source, target] = from === 'object' ? [object, copy] : [copy, object];
        return [
          load(held, folded(offset(symbol(source), at)), model),
          store(folded(offset(symbol(target), at)), held, model),
        ];
      }),
    );
  const onCopy = mapLeaves(body, (leaf) => {
    const copy = leaf.kind === 'symbol' ? copies.get(leaf.name) : undefined;
    return copy === undefined ? leaf : symbol(copy);
  });
  return wrapped(onCopy, moved('object'), moved('copy'));
}

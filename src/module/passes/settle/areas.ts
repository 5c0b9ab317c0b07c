// Locals of a thread that may become registers: those whose address does not escape and that are accessed at constant
// offsets. Accesses that overlap share a register of at most 8 bytes.

import type { Instruction } from '../../instruction.js';
import { valuesOf, valuesOfEnd } from '../../instruction.js';
import type { Layout } from '../../layout.js';
import type { Body, Global } from '../../module.js';
import { bytesOf, intOf, isFloat, type Type } from '../../type.js';
import {
  constantSize,
  forEachValue,
  type Place,
  placeOf,
  type Register,
  register,
  typeOf,
  type Value,
} from '../../value.js';
import { suffixAt } from '../layoutNames.js';
import type { Settling } from './context.js';

/** A part of a local that becomes a register. */
export interface Part {
  readonly object: string;
  readonly from: number;
  readonly to: number;
  readonly register: Register;
  /** Its name in reports. */
  readonly name: string;
}

interface Access {
  readonly from: number;
  readonly to: number;
  readonly type: Type | undefined;
}

interface Copy {
  readonly to: Place;
  readonly from: Place;
  readonly size: number;
}

/** The end of a copy that is in no local of the thread. */
const elsewhere: Place = { object: '', offset: 0 };

class Areas {
  readonly #settling: Settling;
  readonly #own: (name: string) => Global | undefined;
  readonly #accesses = new Map<string, Access[]>();
  readonly #copies: Copy[] = [];
  readonly #escaped = new Set<string>();
  /** Objects with bytes that get any value. */
  readonly #chosenIn = new Set<string>();
  readonly #seen = new Set<string>();
  /** Whether bytes became parts because they are copied out. */
  #hasCovered = false;

  constructor(settling: Settling, own: (name: string) => Global | undefined) {
    this.#settling = settling;
    this.#own = own;
  }

  escape(values: readonly Value[]): void {
    for (const value of values)
      forEachValue(value, (v) => {
        if (v.kind === 'symbol' && this.#own(v.name) !== undefined) this.#escaped.add(v.name);
      });
  }

  /** The place of bytes that are accessed. Where it is not known, the objects that the address mentions escape. */
  #bytesAt(address: Value, size: number | undefined): Place | undefined {
    const place = placeOf(address);
    if (place === undefined || size === undefined) {
      this.escape([address]);
      return undefined;
    }
    const object = this.#own(place.object);
    if (object === undefined) return place;
    this.#seen.add(place.object);
    if (place.offset < 0 || place.offset + size > object.size) this.#escaped.add(place.object);
    return place;
  }

  #at(object: string): readonly Access[] {
    return this.#accesses.get(object) ?? [];
  }

  #add(object: string, access: Access): boolean {
    const list = this.#accesses.get(object) ?? [];
    this.#accesses.set(object, list);
    const known = list.some((a) => a.from === access.from && a.to === access.to && a.type === access.type);
    if (!known) list.push(access);
    return !known;
  }

  see(i: Instruction): void {
    switch (i.kind) {
      case 'load':
      case 'store': {
        // An access with another order may be a fence too.
        if (i.order !== undefined && i.order !== 'volatile' && i.order !== 'relaxed') break;
        const type = i.kind === 'load' ? i.result.type : typeOf(i.value);
        const place = this.#bytesAt(i.address, bytesOf(type));
        if (this.#candidate(place?.object))
          this.#add(place.object, { from: place.offset, to: place.offset + bytesOf(type), type });
        if (i.kind === 'store') this.escape([i.value]);
        return;
      }
      case 'copy': {
        const size = constantSize(i.size);
        if (size === undefined) break;
        const [to, from] = [this.#bytesAt(i.to, size), this.#bytesAt(i.from, size)];
        this.#copies.push({ to: to ?? elsewhere, from: from ?? elsewhere, size });
        return;
      }
      case 'fill':
        this.#bytesAt(i.to, i.value.kind === 'const' ? constantSize(i.size) : undefined);
        this.escape([i.value]);
        return;
      case 'intrinsic': {
        if (i.name !== 'any') break;
        const size = constantSize(i.args[1]);
        const to = this.#bytesAt(i.args[0], size);
        if (to === undefined || size === undefined) return;
        this.#chosenIn.add(to.object);
        this.#copies.push({ to, from: elsewhere, size });
        return;
      }
      case 'life':
        this.#bytesAt(i.object, 0);
        return;
    }
    this.escape(valuesOf(i));
  }

  /** The parts of each local that can be promoted; a local that nothing looks at has none. */
  parts(): ReadonlyMap<string, readonly Part[]> {
    for (;;) {
      this.#spread();
      const before = this.#escaped.size;
      this.#hasCovered = false;
      for (const object of this.#seen) this.#decide(object);
      if (this.#escaped.size === before && !this.#hasCovered) break;
    }
    const found = new Map<string, readonly Part[]>();
    for (const object of this.#seen) {
      const global = this.#own(object);
      if (global !== undefined && !this.#escaped.has(object))
        found.set(object, this.#named(global, clusters(this.#at(object))));
    }
    return found;
  }

  #candidate(object: string | undefined): object is string {
    return object !== undefined && this.#own(object) !== undefined && !this.#escaped.has(object);
  }

  /** In a copy between two locals, a part of one end is a part of the other end too. */
  #spread(): void {
    for (let changed = true; changed; ) {
      changed = false;
      for (const { to, from, size } of this.#copies) {
        if (!this.#candidate(to.object) || !this.#candidate(from.object)) continue;
        for (const [a, b] of [[to, from] as const, [from, to] as const]) {
          for (const access of [...this.#at(a.object)]) {
            const shift = b.offset - a.offset;
            if (access.from < a.offset || access.to > a.offset + size) continue;
            const moved = { from: access.from + shift, to: access.to + shift, type: access.type };
            if (this.#add(b.object, moved)) changed = true;
          }
        }
      }
    }
  }

  /** A local stays in memory if a part would be too large, or if a copy cuts a part or takes unknown bytes. */
  #decide(object: string): void {
    if (!this.#candidate(object)) return;
    for (const copy of this.#copies) {
      const outward = copy.from.object === object && !this.#candidate(copy.to.object);
      if (outward) this.#cover(object, copy.from.offset, copy.from.offset + copy.size);
    }
    const parts = clusters(this.#at(object));
    if (parts.some((p) => p.to - p.from > 8)) this.#escaped.add(object);
    if (this.#chosenIn.has(object) && !parts.every(mayBeChosen)) this.#escaped.add(object);
    for (const copy of this.#copies)
      for (const end of [copy.to, copy.from])
        if (end.object === object && parts.some((p) => cut(p, end.offset, end.offset + copy.size)))
          this.#escaped.add(object);
  }

  /** Bytes that are copied out and accessed nowhere are divided as the layout says. */
  #cover(object: string, from: number, to: number): void {
    const taken = this.#at(object);
    const gap = (at: number): boolean => !taken.some((a) => a.from <= at && at < a.to);
    const global = this.#own(object);
    const leaves = global?.layout === undefined ? [] : leavesOf(this.#settling, global.layout, 0);
    for (let at = from; at < to; at++) {
      if (!gap(at)) continue;
      const leaf = leaves.find((l) => l.from <= at && at < l.to);
      if (leaf === undefined && leaves.length > 0) continue;
      if (leaf === undefined || leaf.from < from || leaf.to > to) {
        this.#escaped.add(object);
        return;
      }
      if (this.#add(object, { from: leaf.from, to: leaf.to, type: undefined })) this.#hasCovered = true;
    }
  }

  #named(global: Global, parts: readonly Access[]): readonly Part[] {
    const label = global.label ?? global.name;
    const n = this.#settling.fresh();
    return parts.map(({ from, to, type }) => {
      const name = parts.length === 1 ? label : `${label}.${from}`;
      const own =
        type ?? intOf(8 * (to - from <= 1 ? 1 : to - from <= 2 ? 2 : to - from <= 4 ? 4 : 8)) ?? 'i64';
      const suffix =
        global.layout === undefined
          ? undefined
          : suffixAt(this.#settling.module.layouts, global.layout, { offset: from, bytes: to - from }).text;
      const shown = suffix === undefined ? name : `${label}${suffix}`;
      return { object: global.name, from, to, register: register(`${name}~${n}`, own), name: shown };
    });
  }
}

/** Any number may be chosen; an address or a floating-point number may not. */
const mayBeChosen = ({ from, to, type }: Access): boolean =>
  type === undefined ? [1, 2, 4, 8].includes(to - from) : type !== 'ptr' && !isFloat(type);

const cut = (part: Access, from: number, to: number): boolean =>
  part.from < to && from < part.to && (part.from < from || part.to > to);

/** Accesses that overlap, joined. The type is that of all of them if they are the same bytes. */
function clusters(accesses: readonly Access[]): Access[] {
  const joined: Access[] = [];
  for (const a of [...accesses].sort((x, y) => x.from - y.from || y.to - x.to)) {
    const last = joined.at(-1);
    if (last === undefined || a.from >= last.to) joined.push({ ...a, type: registerType(a.type) });
    else
      joined[joined.length - 1] = {
        from: last.from,
        to: Math.max(last.to, a.to),
        type:
          last.from === a.from && last.to === a.to ? commonType(last.type, registerType(a.type)) : undefined,
      };
  }
  return joined;
}

/** A truth value takes a byte. */
const registerType = (type: Type | undefined): Type | undefined => (type === 'i1' ? 'i8' : type);

/** Addresses stay addresses; a float that is also read as an integer is one. */
function commonType(a: Type | undefined, b: Type | undefined): Type | undefined {
  if (a === b || b === undefined) return a;
  if (a === undefined) return b;
  if (a === 'ptr' || b === 'ptr') return 'ptr';
  return isFloat(a) ? b : a;
}

interface Leaf {
  readonly from: number;
  readonly to: number;
}

/** The scalars of a layout. */
function leavesOf(settling: Settling, name: string, at: number): Leaf[] {
  const layout: Layout | undefined = settling.module.layouts.get(name);
  switch (layout?.kind) {
    case 'scalar':
      return [{ from: at, to: at + layout.size }];
    case 'pointer':
      return [{ from: at, to: at + 8 }];
    case 'array':
      return Array.from({ length: layout.count }, (_, k) =>
        leavesOf(settling, layout.element, at + k * layout.stride),
      ).flat();
    case 'record':
      return layout.members.flatMap((m) => leavesOf(settling, m.layout, at + m.offset));
    case undefined:
      return [];
  }
}

/** The locals of the thread that become registers. */
export function promotable(
  settling: Settling,
  body: Body,
  own: (name: string) => Global | undefined,
): ReadonlyMap<string, readonly Part[]> {
  const areas = new Areas(settling, own);
  for (const { instructions, end } of body.blocks.values()) {
    for (const i of instructions) areas.see(i);
    areas.escape(valuesOfEnd(end));
  }
  return areas.parts();
}

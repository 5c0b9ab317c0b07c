// Locals become registers (areas.ts says which). Reading a register that has no value yet is the finding that reading the local is:
// where a path may come there without a store, a second register notes whether there is one, and a check looks at it.

import { blockOf, type Graph, graphOf, keepGraph } from '../../graph.js';
import { type Instruction, type InstructionOf, originOf } from '../../instruction.js';
import type { Block, Body, Global } from '../../module.js';
import { bitsOf, bytesOf, intOf, type Type } from '../../type.js';
import {
  binary,
  compare,
  constant,
  offset,
  type Register,
  register,
  select,
  textValue,
  typeOf,
  unary,
  type Value,
} from '../../value.js';
import { asCopies } from '../byteCopies.js';
import { constantSize, type Part, placeOf, promotable } from './areas.js';
import type { Settling } from './context.js';
import { converted } from './converted.js';
import { type Event, type Initialised, initialised } from './initialised.js';
import { withParts } from './unchanged.js';

/** The body itself if there is nothing to promote. */
export function promote(settling: Settling, thread: number, body: Body): Body {
  return promoteObjects(settling, body, (name) => {
    const object = settling.shared.has(name) ? undefined : settling.objects.get(name);
    return object?.storage.kind === 'local' && object.storage.thread === thread ? object : undefined;
  });
}

/** The same for the objects that `own` knows. */
export function promoteObjects(
  settling: Settling,
  body: Body,
  own: (name: string) => Global | undefined,
): Body {
  const parts = promotable(settling, body, own);
  if (parts.size === 0) return body;
  const graph = graphOf(body);
  const rewrite = new Rewrite(settling, parts);
  const events = (i: Instruction): readonly Event[] => rewrite.events(i);
  // A local that may be used after its end stays in memory, where that is found. So does a local that is copied into memory and may have
  // no value in some part. The copy has none there either, which only memory can say.
  for (;;) {
    const states = initialised(body, graph, events);
    const copied = asCopies(
      body,
      (load) => states.unsure.has(load),
      ({ address }) => rewrite.promoted(address),
    );
    if (copied !== body) return promoteObjects(settling, copied, own);
    if (states.inMemory.size === 0) return rewrite.body(body, graph, states);
    for (const object of states.inMemory) rewrite.keep(object);
  }
}

class Rewrite {
  readonly #settling: Settling;
  readonly #parts: Map<string, readonly Part[]>;

  constructor(settling: Settling, parts: ReadonlyMap<string, readonly Part[]>) {
    this.#settling = settling;
    this.#parts = new Map(parts);
  }

  keep(object: string): void {
    this.#parts.delete(object);
  }

  #partsIn(object: string, from: number, to: number): readonly Part[] {
    return (this.#parts.get(object) ?? []).filter((p) => p.from < to && from < p.to);
  }

  #partOf(address: Value, type: Type): { readonly part: Part; readonly shift: number } | undefined {
    const place = placeOf(address);
    if (place === undefined) return undefined;
    const [part] = this.#partsIn(place.object, place.offset, place.offset + bytesOf(type));
    return part === undefined ? undefined : { part, shift: place.offset - part.from };
  }

  /** The effects of an instruction on parts: the dataflow of initialised.ts. */
  events(i: Instruction): readonly Event[] {
    switch (i.kind) {
      case 'load': {
        const found = this.#partOf(i.address, i.result.type);
        return found === undefined ? [] : [{ kind: 'reads', part: found.part }];
      }
      case 'store': {
        const found = this.#partOf(i.address, typeOf(i.value));
        return found === undefined ? [] : [{ kind: 'writes', part: found.part }];
      }
      case 'fill':
        return this.#range(i.to, i.size).map((part) => ({ kind: 'writes', part }));
      case 'intrinsic':
        return this.#chosen(i).map((part) => ({ kind: 'writes', part }));
      case 'copy': {
        const shift = (placeOf(i.from)?.offset ?? 0) - (placeOf(i.to)?.offset ?? 0);
        const from = placeOf(i.from)?.object ?? '';
        if (!this.promoted(i.to))
          return this.#range(i.from, i.size).map((part) => ({ kind: 'copied-out', part }));
        return this.#range(i.to, i.size).map((part) => {
          const [source] = this.#partsIn(from, part.from + shift, part.to + shift);
          if (source !== undefined) return { kind: 'moves', part, source };
          return { kind: this.#hasValues(from) ? 'writes' : 'may-write', part };
        });
      }
      case 'life': {
        const place = placeOf(i.object);
        const parts = place === undefined ? [] : (this.#parts.get(place.object) ?? []);
        return parts.map((part) => ({ kind: i.phase, part }));
      }
      default:
        return [];
    }
  }

  /** Whether all bytes of the object have values at all times. */
  #hasValues(object: string | undefined): boolean {
    if (object === undefined || this.#settling.global(object)?.storage.kind !== 'static') return false;
    return !this.#settling.changed.mayBeEmptied(object);
  }

  /** The parts that get any value. */
  #chosen({ name, args: [address, bytes] }: InstructionOf<'intrinsic'>): readonly Part[] {
    return name !== 'any' || address === undefined || bytes === undefined ? [] : this.#range(address, bytes);
  }

  #range(address: Value, bytes: Value): readonly Part[] {
    const [place, size] = [placeOf(address), constantSize(bytes)];
    return place === undefined || size === undefined
      ? []
      : this.#partsIn(place.object, place.offset, place.offset + size);
  }

  body(body: Body, graph: Graph, states: Initialised): Body {
    const blocks = new Map<string, Block>();
    let changed = false;
    for (const label of graph.order) {
      const block = blockOf(body, label);
      const instructions = block.instructions.flatMap((i) => this.#instruction(i, states));
      const now = withParts(block, instructions, block.end);
      if (now !== block) changed = true;
      blocks.set(label, now);
    }
    return changed ? keepGraph(body, { ...body, blocks }) : body;
  }

  promoted(address: Value): boolean {
    const place = placeOf(address);
    return place !== undefined && this.#parts.has(place.object);
  }

  #instruction(i: Instruction, states: Initialised): readonly Instruction[] {
    const placed = originOf(i);
    const set = (result: Register, value: Value): Instruction => ({ kind: 'set', result, value, ...placed });
    const note = (part: Part, has: Value): Instruction[] =>
      states.noted.has(part) ? [set(flagOf(part), has)] : [];
    switch (i.kind) {
      case 'load': {
        const found = this.#partOf(i.address, i.result.type);
        if (found === undefined) return [i];
        const { part, shift } = found;
        const value = extracted(part.register, shift, i.result.type);
        if (i.has !== undefined) {
          if (!states.unsure.has(i)) return [set(i.result, value), set(i.has, isSet)];
          const flag = flagOf(part);
          const none = constant(0, i.result.type);
          return [
            set(i.result, select(compare('ne', flag, constant(0, 'i32')), value, none)),
            set(i.has, flag),
          ];
        }
        const check: Instruction[] = states.unsure.has(i)
          ? [
              {
                kind: 'intrinsic',
                name: 'require',
                args: [
                  flagOf(part),
                  textValue('uninitialised-read'),
                  textValue(`${part.name} has no value yet`),
                ],
                ...placed,
              },
            ]
          : [];
        return [...check, set(i.result, value)];
      }
      case 'store': {
        const found = this.#partOf(i.address, typeOf(i.value));
        if (found === undefined) return [i];
        const { part, shift } = found;
        return [set(part.register, inserted(part.register, shift, i.value)), ...note(part, isSet)];
      }
      case 'fill': {
        if (!this.promoted(i.to) || i.value.kind !== 'const') return [i];
        const byte = BigInt.asUintN(8, BigInt(i.value.value));
        const from = placeOf(i.to)?.offset ?? 0;
        const to = from + (constantSize(i.size) ?? 0);
        return this.#range(i.to, i.size).flatMap((part) => [
          set(part.register, filled(part, byte, from, to)),
          ...note(part, isSet),
        ]);
      }
      case 'intrinsic': {
        const [address] = i.args;
        if (i.name !== 'any' || address === undefined || !this.promoted(address)) return [i];
        return this.#chosen(i).flatMap((part): Instruction[] => [
          {
            kind: 'intrinsic',
            name: 'choose',
            result: part.register,
            args: [constant(0, 'i32')],
            ...placed,
          },
          ...note(part, isSet),
        ]);
      }
      case 'life':
        if (!this.promoted(i.object)) return [i];
        return this.events(i).flatMap(({ part }) => note(part, constant(0, 'i32')));
      case 'copy':
        return this.#copy(i, set, note);
      default:
        return [i];
    }
  }

  #copy(
    i: InstructionOf<'copy'>,
    set: (result: Register, value: Value) => Instruction,
    note: (part: Part, has: Value) => Instruction[],
  ): readonly Instruction[] {
    const [into, outOf] = [this.promoted(i.to), this.promoted(i.from)];
    if (!into && !outOf) return [i];
    const [to, from] = [placeOf(i.to)?.offset ?? 0, placeOf(i.from)?.offset ?? 0];
    const placed = originOf(i);
    if (into && outOf) {
      // All is read before anything is written, should the two be one object.
      const moves = this.events(i).flatMap((e) => (e.kind === 'moves' ? [e] : []));
      const kept = moves.map(({ source }) =>
        register(`copy~${this.#settling.fresh()}`, source.register.type),
      );
      return [
        ...moves.map(({ source }, k) => set(kept[k] ?? source.register, source.register)),
        ...moves.flatMap(({ part, source }, k) => [
          set(part.register, converted(kept[k] ?? source.register, part.register.type)),
          ...note(part, flagOf(source)),
        ]),
      ];
    }
    if (into)
      return this.#range(i.to, i.size).flatMap((part) => {
        const load = {
          kind: 'load',
          result: part.register,
          address: offset(i.from, part.from - to),
          ...placed,
        } as const;
        if (this.#hasValues(placeOf(i.from)?.object)) return [load, ...note(part, isSet)];
        // Bytes without a value are copied as such.
        const has = register(`has~${this.#settling.fresh()}`, 'i32');
        return [{ ...load, has }, ...note(part, has)];
      });
    return this.#range(i.from, i.size).map((part) => ({
      kind: 'store',
      address: offset(i.to, part.from - from),
      value: part.register,
      ...placed,
    }));
  }
}

const isSet = constant(1, 'i32');

/** The register of a part after bytes of its object were filled, which may be some of its own. */
function filled({ register: own, ...part }: Part, byte: bigint, from: number, to: number): Value {
  const bytes = bytesOf(own.type);
  const whole = intOf(8 * bytes) ?? 'i64';
  let [pattern, mask] = [0n, 0n];
  for (let k = 0; k < bytes; k++) {
    const isFilled = part.from + k >= from && part.from + k < to;
    if (isFilled) pattern |= byte << BigInt(8 * k);
    if (isFilled) mask |= 255n << BigInt(8 * k);
  }
  if (from <= part.from && part.to <= to) return fromBits(constant(pattern, whole), own.type);
  const rest = binary('and', asBits(own), constant(~mask, whole));
  return fromBits(binary('or', rest, constant(pattern, whole)), own.type);
}

/** Notes whether the part has a value. */
const flagOf = (part: Part): Register => register(`?${part.register.name}`, 'i32');

/** The bits of an integer of the same width as the type. */
function asBits(value: Value): Value {
  const type = typeOf(value);
  const bits = intOf(bitsOf(type)) ?? 'i64';
  if (type === 'ptr') return unary('ptrtoint', 'i64', value);
  return type === bits ? value : unary('bitcast', bits, value);
}

function fromBits(value: Value, type: Type): Value {
  if (type === 'ptr') return unary('inttoptr', 'ptr', value);
  return typeOf(value) === type ? value : unary('bitcast', type, value);
}

/** The value of a load of the type, `shift` bytes into the register. */
function extracted(from: Register, shift: number, type: Type): Value {
  if (from.type === type) return from;
  const bits = asBits(from);
  const whole = typeOf(bits);
  const moved = shift === 0 ? bits : binary('lshr', bits, constant(8 * shift, whole));
  const narrow = type === 'i1' ? 'i1' : (intOf(8 * bytesOf(type)) ?? 'i64');
  return fromBits(narrow === whole ? moved : unary('trunc', narrow, moved), type);
}

/** The register after a store of the value `shift` bytes into it. */
function inserted(into: Register, shift: number, value: Value): Value {
  if (into.type === typeOf(value)) return value;
  const stored = typeOf(value) === 'i1' ? unary('zext', 'i8', value) : asBits(value);
  const whole = intOf(bitsOf(into.type)) ?? 'i64';
  const [bits, all] = [bitsOf(typeOf(stored)), bitsOf(whole)];
  if (bits === all) return fromBits(stored, into.type);
  const mask = ((1n << BigInt(bits)) - 1n) << BigInt(8 * shift);
  const rest = binary('and', asBits(into), constant(~mask, whole));
  const moved = binary('shl', unary('zext', whole, stored), constant(8 * shift, whole));
  return fromBits(binary('or', rest, moved), into.type);
}

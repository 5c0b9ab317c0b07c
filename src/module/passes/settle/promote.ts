// Locals become registers (areas.ts says which). Reading a register that has no value yet is the finding that reading the local is:
// where a path may come there without a store, a second register notes whether there is one, and a check looks at it.

import { mapInstructions, withBlocks } from '../../body.js';
import { blockOf, graphOf, keepGraph } from '../../graph.js';
import type { Instruction, InstructionOf } from '../../instruction.js';
import { intrinsic, load, required, set, store } from '../../make.js';
import type { Body, Global } from '../../module.js';
import { bitsOf, bytesOf, intOf, type Type } from '../../type.js';
import {
  binary,
  compare,
  constant,
  constantSize,
  offset,
  type Place,
  placeOf,
  type Register,
  register,
  select,
  typeOf,
  unary,
  type Value,
} from '../../value.js';
import { asCopies } from '../byteCopies.js';
import { type Part, promotable } from './areas.js';
import type { Settling } from './context.js';
import { converted } from './converted.js';
import { type Event, type Initialised, initialised } from './initialised.js';

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
  const rewrite = new Rewrite(settling, parts);
  // A local that may be used after its end stays in memory, where that is found. So does a local that is copied into memory and may have
  // no value in some part. The copy has none there either, which only memory can say.
  for (;;) {
    const states = initialised(body, (i) => rewrite.events(i));
    const copied = asCopies(
      body,
      (load) => states.unsure.has(load),
      ({ address }) => rewrite.promoted(address),
    );
    if (copied !== body) return promoteObjects(settling, copied, own);
    if (states.inMemory.size === 0) {
      const { order } = graphOf(body);
      const reached = new Map(order.map((label) => [label, blockOf(body, label)]));
      return keepGraph(
        body,
        mapInstructions(withBlocks(body, reached), (i) => rewrite.instruction(i, states)),
      );
    }
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

  promoted(address: Value): boolean {
    const place = placeOf(address);
    return place !== undefined && this.#parts.has(place.object);
  }

  #partsAt(place: Place | undefined, size = Number.POSITIVE_INFINITY): readonly Part[] {
    const parts = place === undefined ? undefined : this.#parts.get(place.object);
    if (place === undefined || parts === undefined) return [];
    return parts.filter((p) => p.from < place.offset + size && place.offset < p.to);
  }

  /** The parts that an instruction writes or reads at the address. */
  #range(address: Value, size?: Value): readonly Part[] {
    return this.#partsAt(placeOf(address), constantSize(size));
  }

  /** The effects of an instruction on parts: the dataflow of initialised.ts. */
  events(i: Instruction): readonly Event[] {
    switch (i.kind) {
      case 'load': {
        const read = this.#partsAt(placeOf(i.address), bytesOf(i.result.type));
        return read.map((part) => ({ kind: 'reads', part, load: i }));
      }
      case 'store': {
        const written = this.#partsAt(placeOf(i.address), bytesOf(typeOf(i.value)));
        return written.map((part) => ({ kind: 'writes', part }));
      }
      case 'fill':
        return this.#range(i.to, i.size).map((part) => ({ kind: 'writes', part }));
      case 'intrinsic':
        if (i.name !== 'any') return [];
        return this.#range(i.args[0], i.args[1]).map((part) => ({ kind: 'writes', part }));
      case 'copy': {
        if (!this.promoted(i.to))
          return this.#range(i.from, i.size).map((part) => ({ kind: 'copied-out', part }));
        const [to, from] = [placeOf(i.to), placeOf(i.from)];
        return this.#range(i.to, i.size).map((part) => {
          const there = (from?.offset ?? 0) - (to?.offset ?? 0) + part.from;
          const [source] = this.#partsAt(from && { ...from, offset: there }, part.to - part.from);
          if (source !== undefined) return { kind: 'moves', part, source };
          return { kind: this.#hasValues(from) ? 'writes' : 'may-write', part };
        });
      }
      case 'life':
        return this.#range(i.object).map((part) => ({ kind: i.phase, part }));
      default:
        return [];
    }
  }

  /** Whether all bytes of the object have values at all times. */
  #hasValues(place: Place | undefined): boolean {
    if (place === undefined || this.#settling.global(place.object)?.storage.kind !== 'static') return false;
    return !this.#settling.changed.mayBeEmptied(place.object);
  }

  instruction(i: Instruction, states: Initialised): readonly Instruction[] {
    const note = (part: Part, has: Value): Instruction[] =>
      states.noted.has(part) ? [set(flagOf(part), has, i)] : [];
    const write = (part: Part, value: Value): Instruction[] => [
      set(part.register, value, i),
      ...note(part, isSet),
    ];
    switch (i.kind) {
      case 'load': {
        const [event] = this.events(i);
        return event === undefined ? [i] : loaded(i, event.part, states.unsure.has(i));
      }
      case 'store': {
        const [event] = this.events(i);
        if (event === undefined) return [i];
        const { register, from } = event.part;
        return write(event.part, inserted(register, (placeOf(i.address)?.offset ?? 0) - from, i.value));
      }
      case 'fill': {
        if (!this.promoted(i.to) || i.value.kind !== 'const') return [i];
        const byte = BigInt.asUintN(8, BigInt(i.value.value));
        const from = placeOf(i.to)?.offset ?? 0;
        const to = from + (constantSize(i.size) ?? 0);
        return this.#range(i.to, i.size).flatMap((part) => write(part, filled(part, byte, from, to)));
      }
      case 'intrinsic':
        if (i.name !== 'any' || !this.promoted(i.args[0])) return [i];
        return this.events(i).flatMap(({ part }) => [
          intrinsic('choose', [constant(0, 'i32')], i, part.register),
          ...note(part, isSet),
        ]);
      case 'life':
        if (!this.promoted(i.object)) return [i];
        return this.events(i).flatMap(({ part }) => note(part, constant(0, 'i32')));
      case 'copy':
        return this.#copy(i, note);
      default:
        return [i];
    }
  }

  #copy(i: InstructionOf<'copy'>, note: (part: Part, has: Value) => Instruction[]): readonly Instruction[] {
    const [into, outOf] = [this.promoted(i.to), this.promoted(i.from)];
    const [to, from] = [placeOf(i.to)?.offset ?? 0, placeOf(i.from)?.offset ?? 0];
    if (into && outOf) {
      // All is read before anything is written, should the two be one object.
      const moves = this.events(i).flatMap((e) => (e.kind === 'moves' ? [e] : []));
      const kept = moves.map(({ source }) =>
        register(`copy~${this.#settling.fresh()}`, source.register.type),
      );
      return [
        ...kept.map((copy, k) => set(copy, moves[k].source.register, i)),
        ...moves.flatMap(({ part, source }, k) => [
          set(part.register, converted(kept[k], part.register.type), i),
          ...note(part, flagOf(source)),
        ]),
      ];
    }
    if (into)
      return this.#range(i.to, i.size).flatMap((part) => {
        const read = load(part.register, offset(i.from, part.from - to), i);
        if (this.#hasValues(placeOf(i.from))) return [read, ...note(part, isSet)];
        // Bytes without a value are copied as such.
        const has = register(`has~${this.#settling.fresh()}`, 'i32');
        return [{ ...read, has }, ...note(part, has)];
      });
    if (!outOf) return [i];
    return this.#range(i.from, i.size).map((part) => store(offset(i.to, part.from - from), part.register, i));
  }
}

const isSet = constant(1, 'i32');

/** A load of a part; `unsure`: the part may have no value. */
function loaded(i: InstructionOf<'load'>, part: Part, unsure: boolean): Instruction[] {
  const { result, has, address } = i;
  const flag = flagOf(part);
  const value = extracted(part.register, (placeOf(address)?.offset ?? 0) - part.from, result.type);
  if (has === undefined) {
    const finding = required(flag, 'uninitialised-read', `${part.name} has no value yet`, i);
    return [...(unsure ? [finding] : []), set(result, value, i)];
  }
  if (!unsure) return [set(result, value, i), set(has, isSet, i)];
  const isThere = compare('ne', flag, constant(0, 'i32'));
  return [set(result, select(isThere, value, constant(0, result.type)), i), set(has, flag, i)];
}

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

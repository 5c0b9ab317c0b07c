// Initialisers (C11 6.7.9): nested and flattened braces, designators, strings for arrays of char.

import type { SourceSpan } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import type { Designator, Initialiser, InitialiserList } from '../ast.js';
import { leftToClang, typeError, unsupported } from '../diagnostics.js';
import type { Initialisation, Part, Value } from '../typed.js';
import type { BitField, CType, Field } from '../types.js';
import * as types from '../types.js';
import { coerce, constantOf } from './conversions.js';
import { inferredValue, newLocal } from './declarations.js';
import { checkValue } from './expressions.js';
import { type Text, textOf } from './literals.js';
import { findField } from './places.js';
import type { Context } from './scope.js';
import { constantExpression } from './typeNames.js';

/** The type is returned because an initialiser completes `int a[]`. */
export function checkInitialiser(
  context: Context,
  declared: CType,
  initialiser: Initialiser,
): { type: CType; initialisation: Initialisation } {
  const type = completed(context, declared, initialiser);
  const size = types.sizeOf(type);
  if (size === undefined) return typeError(`${types.typeName(type)} cannot be initialised`, initialiser.at);
  if (size > types.objectLimit) return unsupported('an object this large', initialiser.at);
  const parts = new Parts();
  fill(context, type, initialiser, 0, parts);
  return { type, initialisation: { type, parts: parts.all } };
}

/**
 * The initial value of an object. A later value overrides all that it covers, as in gcc: a list its whole member, a
 * member of a union the others, a part the value of its whole.
 */
class Parts {
  readonly #parts = new Map<string, Part>();
  /** Where values of structs stand. */
  readonly #wholes = new Map<string, { readonly from: number; readonly to: number }>();
  /** Which member of a union at an offset has a value. */
  readonly #members = new Map<object, Map<number, number>>();
  #end = 0;

  get all(): readonly Part[] {
    return [...this.#parts.values()];
  }

  push(part: Part): void {
    const from = part.offset;
    const to = from + (types.sizeOf(part.value.type) ?? 1);
    for (const [key, whole] of this.#wholes)
      if (whole.from <= from && from < whole.to) {
        this.#parts.delete(key);
        this.#wholes.delete(key);
      }
    const key = `${from} ${part.bitField?.position ?? ''}`;
    this.#parts.delete(key);
    this.#parts.set(key, part);
    if (part.value.type.kind === 'struct') this.#wholes.set(key, { from, to });
    this.#end = Math.max(this.#end, to);
  }

  /** Before all of an object gets a value. */
  clear(offset: number, type: CType): void {
    if (offset >= this.#end) return;
    const end = offset + (types.sizeOf(type) ?? 0);
    for (const [key, part] of this.#parts)
      if (part.offset >= offset && part.offset < end) {
        this.#parts.delete(key);
        this.#wholes.delete(key);
      }
  }

  /** Before a member of a union gets one. */
  choose(offset: number, union: CType, index: number): void {
    if (union.kind !== 'struct' || !union.struct.union) return;
    const members = this.#members.get(union.struct) ?? new Map<number, number>();
    if ((members.get(offset) ?? index) !== index) this.clear(offset, union);
    this.#members.set(union.struct, members.set(offset, index));
  }
}

/** An initialiser that cannot fill an array. */
function noList(initialiser: Initialiser): never {
  if (initialiser.kind === 'value' && initialiser.value.kind === 'compound-literal')
    return leftToClang('a compound literal as the value of an array', initialiser.at);
  textOf(stringParts(initialiser) ?? [], initialiser.at);
  return typeError('an array needs a list of values', initialiser.at);
}

/** An array without length with the one that the initialiser says. */
function completed(context: Context, type: CType, initialiser: Initialiser): CType {
  if (type.kind !== 'array' || type.length !== undefined) return type;
  const text = textFor(type.of, initialiser);
  if (text !== undefined) return { ...type, length: text.content.length + 1 };
  if (initialiser.kind !== 'list') return noList(initialiser);
  const reached = { length: 1 };
  const open: CType = { ...type, length: mostElements };
  fillAggregate(context, open, new Cursor(initialiser), 0, new Parts(), { braced: true, reached });
  return { ...type, length: reached.length };
}

/** More than any array has. */
const mostElements = 2 ** 31;

const takesOneValue = (type: CType): boolean => types.isScalar(type) || types.wideSign(type) !== undefined;

/** The string that an array of such elements begins with. */
function textFor(of: CType, initialiser: Initialiser): Text | undefined {
  if (of.kind !== 'integer' || of.bool) return undefined;
  const parts = stringParts(initialiser);
  const text = parts === undefined ? undefined : textOf(parts, initialiser.at);
  return text?.of.size === of.size ? text : undefined;
}

function stringParts(initialiser: Initialiser): readonly string[] | undefined {
  if (initialiser.kind === 'value')
    return initialiser.value.kind === 'string' ? initialiser.value.parts : undefined;
  const [only] = initialiser.items;
  return initialiser.items.length === 1 && only.designators.length === 0
    ? stringParts(only.value)
    : undefined;
}

function fill(
  context: Context,
  type: CType,
  initialiser: Initialiser,
  offset: number,
  parts: Parts,
  bitField?: BitField,
): void {
  const { at } = initialiser;
  if (!types.isScalar(type)) parts.clear(offset, type);
  const text = type.kind === 'array' ? textFor(type.of, initialiser) : undefined;
  if (type.kind === 'array' && text !== undefined) {
    if (type.length === 0 && text.content.length > 0) noValues(at);
    // gcc warns of one that is longer than its array, and takes what fits
    text.content.slice(0, type.length ?? 0).forEach((char, i) => {
      parts.push({ offset: offset + i * text.of.size, value: constantOf(char, at, text.of) });
    });
    return;
  }
  if (initialiser.kind === 'value') {
    if (type.kind === 'array') noList(initialiser);
    const given = inferredValue(initialiser) ?? checkValue(context, initialiser.value);
    const value = coerce(given, types.unqualified(type), at);
    parts.push({
      offset,
      value: types.isAtomicStruct(type) ? { ...value, type } : value,
      ...present({ bitField }),
    });
    return;
  }
  if (takesOneValue(type)) {
    const [only] = initialiser.items;
    if (only === undefined) return;
    if (initialiser.items.length !== 1 || only.designators.length > 0)
      typeError(`${types.typeName(type)} takes one value`, at);
    fill(context, type, only.value, offset, parts, bitField);
    return;
  }
  if (types.isAtomicStruct(type)) {
    parts.push({ offset, value: literalOf(context, type, initialiser) });
    return;
  }
  const cursor = new Cursor(initialiser);
  fillAggregate(context, type, cursor, offset, parts, { braced: true });
  // gcc warns of more values than there are places, and leaves them out; an array without a length would have had place
  if (!cursor.done && endsInFlexible(type)) noValues(cursor.at);
}

/** gcc gives a variable the memory for values of the array without length at its end. */
const noValues = (at: SourceSpan): never => leftToClang('an initial value for an array without length', at);

const endsInFlexible = (type: CType): boolean => {
  const last = type.kind === 'struct' ? type.struct.layout?.fields.at(-1)?.type : undefined;
  return (last?.kind === 'array' && last.length === 0) || (type.kind === 'array' && type.length === 0);
};

/** The initial value of an atomic object of a struct type, which is stored as a whole. */
function literalOf(context: Context, type: CType, list: InitialiserList): Value {
  const { at } = list;
  const held = types.unqualified(type);
  const { initialisation } = checkInitialiser(context, held, list);
  const variable = newLocal('literal', held, at);
  return {
    kind: 'load',
    place: { kind: 'literal', variable, initialiser: initialisation, type: held, at },
    type,
    at,
  };
}

/** Where we are in a braced list whose items may flow into nested aggregates. */
class Cursor {
  position = 0;
  constructor(readonly list: InitialiserList) {}
  get done(): boolean {
    return this.position >= this.list.items.length;
  }
  get item(): InitialiserList['items'][number] {
    return this.list.items[this.position];
  }
  get at(): SourceSpan {
    return this.item.value.at;
  }
}

interface Member {
  readonly type: CType;
  readonly offset: number;
  readonly bitField?: BitField;
}

function memberAt(type: CType, index: number): Member | undefined {
  if (type.kind === 'array') {
    if (index >= (type.length ?? 0)) return undefined;
    return { type: type.of, offset: index * (types.sizeOf(type.of) ?? 1) };
  }
  return type.kind === 'struct' ? type.struct.layout?.fields[index] : undefined;
}

/** A list without designators initialises the first member of a union only. */
const isUnion = (type: CType): boolean => type.kind === 'struct' && type.struct.union;

/** The member of that name, also one of an anonymous member. */
function memberNamed(type: CType, { name, at }: Extract<Designator, { kind: 'field' }>): Member {
  const layout = type.kind === 'struct' ? type.struct.layout : undefined;
  const found = layout === undefined ? undefined : findField(layout, name);
  return found ?? typeError('there is no such member', at);
}

/** Whether the field has that name, or is an anonymous one with a member of it. */
const hasMember = ({ name, type }: Field, wanted: string): boolean =>
  name === wanted ||
  (name === '' &&
    type.kind === 'struct' &&
    (type.struct.layout?.fields ?? []).some((field) => hasMember(field, wanted)));

/** More values would not be written out. */
const rangeLimit = 4096;

/** The members that a designator names: the first and the last. GNU's `[a ... b]` names several. */
function designated(context: Context, type: CType, designator: Designator): [number, number] {
  const { at } = designator;
  if (designator.kind === 'field') {
    const index =
      type.kind === 'struct'
        ? (type.struct.layout?.fields.findIndex((field) => hasMember(field, designator.name)) ?? -1)
        : -1;
    return index < 0
      ? typeError(`${types.typeName(type)} has no member ${designator.name}`, at)
      : [index, index];
  }
  const [first, last] =
    designator.kind === 'index' ? [designator.index, designator.index] : [designator.low, designator.high];
  const [low, high] = [constantExpression(context, first), constantExpression(context, last)];
  if (high < low) typeError('this range of elements is empty', at);
  if (high - low > rangeLimit) unsupported('a range of elements this large', at);
  const missing = [low, high].find((i) => type.kind !== 'array' || i < 0 || i >= (type.length ?? 0));
  if (missing !== undefined) typeError(`${types.typeName(type)} has no element ${missing}`, at);
  return [low, high];
}

interface Inside {
  /** The list's braces are this aggregate's own, so designators in it mean its members. */
  readonly braced: boolean;
  /** The remaining designators of the first value, which led here. */
  readonly led?: readonly Designator[];
  /** Only the first value is taken: it is for several elements. */
  readonly once?: boolean;
  /** Of an array without a length: how many elements it needs. */
  readonly reached?: { length: number };
}

/** After a value that a designator stands before, the next one is for what follows in the same aggregate (C11 6.7.9 p17). */
function fillAggregate(
  context: Context,
  type: CType,
  cursor: Cursor,
  offset: number,
  parts: Parts,
  { braced, led = [], once = false, reached }: Inside,
): void {
  let index = 0;
  const first = cursor.done ? undefined : cursor.item;
  while (!cursor.done) {
    const isFirst = !braced && cursor.item === first;
    const designators = isFirst ? led : cursor.item.designators;
    if (designators.length > 0 && !braced && !isFirst) return;
    const [designator, ...rest] = designators;
    const [low, high] = designator === undefined ? [index, index] : designated(context, type, designator);
    const { position } = cursor;
    // the value of a range is evaluated for each element
    for (index = low; index <= high; index++) {
      const member = memberAt(type, index);
      if (member === undefined || (isUnion(type) && index > 0 && designator === undefined)) return;
      if (reached !== undefined) reached.length = Math.max(reached.length, index + 1);
      parts.choose(offset, type, index);
      const start = offset + member.offset;
      // one that an anonymous member has
      const isFurther = designator?.kind === 'field' && memberNamed(type, designator).type !== member.type;
      const further = isFurther ? designators : rest;
      cursor.position = position;
      const inside = { braced: false, led: further, once: once || index < high };
      if (further.length > 0) fillAggregate(context, member.type, cursor, start, parts, inside);
      else consume(context, member.type, cursor, start, parts, types.movedBits(member.bitField, offset));
    }
    if (once) return;
  }
}

/** Takes what one member needs: a braced list, one value, or as many values as it has members. */
function consume(
  context: Context,
  type: CType,
  cursor: Cursor,
  offset: number,
  parts: Parts,
  bitField?: BitField,
): void {
  const { value } = cursor.item;
  const isText = type.kind === 'array' && textFor(type.of, value) !== undefined;
  if (value.kind === 'list' || takesOneValue(type) || isText) {
    fill(context, type, value, offset, parts, bitField);
    cursor.position++;
    return;
  }
  if (type.kind === 'struct') {
    const whole = checkValue(context, value.value);
    if (whole.type.kind === 'struct') {
      parts.clear(offset, type);
      parts.push({ offset, value: coerce(whole, types.unqualified(type), value.at) });
      cursor.position++;
      return;
    }
  }
  const before = cursor.position;
  fillAggregate(context, type, cursor, offset, parts, { braced: false });
  if (cursor.position === before) typeError(`${types.typeName(type)} needs braces here`, value.at);
}

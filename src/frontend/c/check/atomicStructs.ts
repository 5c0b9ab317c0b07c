// Atomic objects of struct types. One of 1, 2, 4 or 8 bytes is an integer to the machine, which reads and writes it in one step: so it is
// here, and what it holds is made of the integer's bits. A larger one is several words, on which every operation is an atomic
// section: libatomic's cmpxchg16b, or its lock. Bytes between members are 0.

import type { SourceSpan } from '../../../program/statement.js';
import type { Builtin } from '../builtin.js';
import { typeError, unsupported } from '../diagnostics.js';
import { bytesType, layOutStruct } from '../structLayout.js';
import type { Place, TypedStatement, Value, Variable } from '../typed.js';
import {
  boolType,
  type CType,
  intType,
  pointerTo,
  type StructReference,
  typeName,
  unqualified,
  voidType,
} from '../types.js';
import { constantOf, convert } from './conversions.js';
import { newLocal } from './declarations.js';
import { markAddressed } from './places.js';
import { either, loadOf, not, set, whole } from './synthetic.js';

/** The type of an atomic object that holds such a struct. */
export function atomicStruct(held: StructReference, at: SourceSpan): CType {
  const { layout, name } = held.struct;
  if (layout === undefined) return typeError(`${name} is incomplete here`, at);
  const { size } = layout;
  if (size === 0 || layout.mixed) return unsupported(`_Atomic ${name}`, at);
  const word = [8, 4, 2].find((bytes) => size % bytes === 0) ?? 1;
  const type = bytesType(word);
  if (size === word && type.kind === 'integer') return { ...type, name, atomic: true, holds: held };
  const members = Array.from({ length: size / word }, (_, i) => ({ name: `${i}`, type, packed: false }));
  const alignment = size === 16 ? 16 : Math.max(layout.alignment, word);
  const words = layOutStruct(members, false, { alignment });
  return {
    kind: 'struct',
    struct: { kind: 'struct', name, union: false, layout: { ...words, size } },
    atomic: true,
    holds: held,
  };
}

/** The integer or words of an atomic object, without what they hold. */
function bare(type: CType): CType {
  const { holds: _holds, ...rest } = unqualified(type);
  return rest;
}

/** The struct that the bits of a value hold. */
export const asHeld = (value: Value, { holds }: CType): Value =>
  holds === undefined ? value : { kind: 'convert', operand: value, type: holds, at: value.at };

const builtin = (b: Builtin, type: CType, at: SourceSpan): Value => ({
  kind: 'builtin',
  builtin: b,
  type,
  at,
});

const doing = (b: Builtin, at: SourceSpan): TypedStatement => ({
  kind: 'expression',
  value: builtin(b, voidType, at),
  at,
});

const declare = (variable: Variable, value: Value): TypedStatement => ({
  kind: 'declare',
  variable,
  initialiser: whole(variable.type, value),
  at: value.at,
});

const isWords = (type: CType): boolean => type.holds !== undefined && type.kind === 'struct';

/** The statements in a section of their own. */
const section = (at: SourceSpan, ...items: TypedStatement[]): TypedStatement[] => [
  doing({ op: 'atomic-begin' }, at),
  ...items,
  doing({ op: 'atomic-end' }, at),
];

/** The words as an object of their own, whose address is computed before the section begins. */
function wordsAt(place: Place, at: SourceSpan): { before: TypedStatement; words: Place } {
  const type = bare(place.type);
  markAddressed(place);
  const address: Value =
    place.kind === 'deref'
      ? convert(place.pointer, pointerTo(type))
      : { kind: 'address', place, type: pointerTo(type), at };
  const pointer = newLocal('words', pointerTo(type), at);
  return {
    before: declare(pointer, address),
    words: { kind: 'deref', pointer: loadOf(pointer, at), type, at },
  };
}

const load = (place: Place): Value => ({ kind: 'load', place, type: unqualified(place.type), at: place.at });

const assign = (place: Place, value: Value): TypedStatement => ({
  kind: 'expression',
  value: { kind: 'assign', place, value, type: place.type, at: value.at },
  at: value.at,
});

/** Statements whose last one gives `result` its value, and that value as what it holds. */
const yielding = (items: readonly TypedStatement[], result: Variable, held: CType, at: SourceSpan): Value =>
  asHeld({ kind: 'statements', items, result, type: result.type, at }, held);

/** The value of a large atomic object. */
export function loadWords(place: Place, at: SourceSpan): Value | undefined {
  if (!isWords(place.type)) return undefined;
  const { before, words } = wordsAt(place, at);
  const found = newLocal('found', words.type, at);
  const read = set(found, load(words), at);
  return yielding(
    [
      before,
      { kind: 'declare', variable: found, at },
      doing({ op: 'atomic-begin', loads: true }, at),
      read,
      doing({ op: 'atomic-end' }, at),
    ],
    found,
    place.type,
    at,
  );
}

/** `value` is what the object shall hold; yields what it held. */
export function exchangeWords(place: Place, value: Value, at: SourceSpan): Value | undefined {
  if (!isWords(place.type)) return undefined;
  const { before, words } = wordsAt(place, at);
  const found = newLocal('found', words.type, at);
  const given = newLocal('given', words.type, at);
  return yielding(
    [
      declare(given, value),
      before,
      { kind: 'declare', variable: found, at },
      ...section(at, set(found, load(words), at), assign(words, loadOf(given, at))),
    ],
    found,
    place.type,
    at,
  );
}

/** Yields what it holds then. */
export function storeWords(place: Place, value: Value, at: SourceSpan): Value | undefined {
  if (!isWords(place.type)) return undefined;
  const { before, words } = wordsAt(place, at);
  const given = newLocal('given', words.type, at);
  return yielding(
    [declare(given, value), before, ...section(at, assign(words, loadOf(given, at)))],
    given,
    place.type,
    at,
  );
}

/** Before other threads can see it. */
export function initialiseWords(place: Place, value: Value): Value | undefined {
  if (!isWords(place.type)) return undefined;
  const type = bare(place.type);
  return { kind: 'assign', place: { ...place, type }, value, type, at: value.at };
}

const same = (a: Variable, b: Variable, at: SourceSpan): Value => {
  const fields = a.type.kind === 'struct' ? (a.type.struct.layout?.fields ?? []) : undefined;
  const equal = (left: Value, right: Value): Value => ({
    kind: 'binary',
    op: '==',
    left,
    right,
    type: intType,
    at,
  });
  if (fields === undefined) return equal(loadOf(a, at), loadOf(b, at));
  const part = (variable: Variable, { offset, type }: (typeof fields)[number]): Value =>
    load({ kind: 'member', base: { kind: 'variable', variable, type: variable.type, at }, offset, type, at });
  return fields
    .map((field) => equal(part(a, field), part(b, field)))
    .reduce((all, one) => either('&&', all, one));
};

/**
 * compare_exchange: `expected` is what a pointer to the struct points to. `swap` is the integer's own compare-and-swap, which yields
 * what was there.
 */
export function compareExchangeHeld(
  place: Place,
  expected: Value,
  desired: Value,
  swap: (wanted: Value, given: Value) => Value,
  at: SourceSpan,
): Value {
  const { holds } = place.type;
  if (holds === undefined || expected.type.kind !== 'pointer')
    return typeError(`a pointer to ${typeName(place.type)} is needed here`, expected.at);
  const type = bare(place.type);
  const pointer = newLocal('expected', pointerTo(holds), at);
  const target: Place = { kind: 'deref', pointer: loadOf(pointer, at), type: holds, at };
  const wanted = newLocal('wanted', type, at);
  const given = newLocal('given', type, at);
  const found = newLocal('found', type, at);
  const success = newLocal('success', boolType, at);
  const repack = (value: Value, to: CType): Value => ({ kind: 'convert', operand: value, type: to, at });
  const first = [
    declare(pointer, convert(expected, pointerTo(holds))),
    declare(wanted, repack(load(target), type)),
    declare(given, desired),
  ];
  const inSection = (): TypedStatement[] => {
    const { before, words } = wordsAt(place, at);
    return [
      before,
      { kind: 'declare', variable: found, at },
      declare(success, constantOf(0, at, boolType)),
      ...section(
        at,
        set(found, load(words), at),
        set(success, convert(same(found, wanted, at), boolType), at),
        { kind: 'if', condition: loadOf(success, at), whenTrue: assign(words, loadOf(given, at)), at },
      ),
    ];
  };
  const middle = isWords(place.type)
    ? inSection()
    : [
        declare(found, swap(loadOf(wanted, at), loadOf(given, at))),
        declare(success, convert(same(found, wanted, at), boolType)),
      ];
  const last: TypedStatement = {
    kind: 'if',
    condition: not(loadOf(success, at)),
    whenTrue: assign(target, repack(loadOf(found, at), holds)),
    at,
  };
  return {
    kind: 'statements',
    items: [...first, ...middle, last],
    result: success,
    type: boolType,
    at,
  };
}

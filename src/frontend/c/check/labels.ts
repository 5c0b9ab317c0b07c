// The labels and cases of a body, and the jumps in it.

import type { Integer } from '../../../program/integer.js';
import { typeError } from '../diagnostics.js';
import type { TypedStatement } from '../typed.js';
import type { IntegerType } from '../types.js';

type Items = readonly TypedStatement[];
type Case = Extract<TypedStatement, { kind: 'case' | 'default' }>;
type Jump = Extract<TypedStatement, { kind: 'goto' }>;

/** The statements that are parts of a statement. */
export function partsOf(s: TypedStatement): Items {
  switch (s.kind) {
    case 'block':
    case 'switch':
      return s.items;
    case 'if':
      return s.whenFalse === undefined ? [s.whenTrue] : [s.whenTrue, s.whenFalse];
    case 'loop':
      return [s.body];
    default:
      return [];
  }
}

/** The cases of a switch, wherever they stand in it, but not those of switches inside. */
export const casesIn = (items: Items): Case[] =>
  items.flatMap((s) => {
    if (s.kind === 'case' || s.kind === 'default') return [s];
    return s.kind === 'switch' ? [] : casesIn(partsOf(s));
  });

/** The first number and the last, in the order of the type that is switched on. No number is meant if the last is before the first. */
export function rangeOf(
  { low, high }: Extract<Case, { kind: 'case' }>,
  { signed, size }: IntegerType,
): [bigint, bigint] {
  const inOrder = (n: Integer): bigint => (signed ? BigInt(n) : BigInt.asUintN(size * 8, BigInt(n)));
  return [inOrder(low), inOrder(high)];
}

const jumpsIn = (items: Items): Jump[] =>
  items.flatMap((s) => (s.kind === 'goto' ? [s] : jumpsIn(partsOf(s))));

function labelsOf(items: Items, found = new Set<string>()): ReadonlySet<string> {
  for (const s of items) {
    if (s.kind === 'label') {
      if (found.has(s.name)) typeError(`there are two labels ${s.name}`, s.at);
      found.add(s.name);
    }
    labelsOf(partsOf(s), found);
  }
  return found;
}

/** The body itself, if every jump has its label. */
export function withKnownLabels(body: Items): Items {
  const labels = labelsOf(body);
  for (const { label, at } of jumpsIn(body))
    if (!labels.has(label)) typeError(`there is no label ${label}`, at);
  return body;
}

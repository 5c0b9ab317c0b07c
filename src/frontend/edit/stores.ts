// Stores written with a stronger order. These are texts to try; the front end decides what they mean.

import type { Addition } from '../../program/editable.js';

export type StoreOrder = Extract<Addition, 'release' | 'seq_cst'>;

/** Statements that may be the given store with that order, the likely one first. */
export function strongerTexts(statement: string, order: StoreOrder, code: string): string[] {
  const text = statement.trim();
  const relaxed = /^[\s\S]*\b(memory_order_|__ATOMIC_)(relaxed|RELAXED)\b/.exec(text);
  if (relaxed !== null) {
    const [whole, prefix, word] = relaxed;
    const name = word === 'RELAXED' ? order.toUpperCase() : order;
    return [
      `${whole.slice(0, whole.length - prefix.length - word.length)}${prefix}${name}${text.slice(whole.length)}`,
    ];
  }
  const once = /^WRITE_ONCE\s*\(([\s\S]*)\)\s*;$/.exec(text);
  if (once !== null) {
    const [place, value] = splitArguments(once[1]);
    if (value === undefined) return [];
    return order === 'release'
      ? [`smp_store_release(${addressText(place)}, ${value});`]
      : [`smp_store_mb(${place}, ${value});`];
  }
  const assigned = /^([^=!<>]*[^=!<>+\-*/%&|^\s])\s*=(?!=)\s*([\s\S]*?)\s*;$/.exec(text);
  if (assigned === null) return [];
  const [, place, value] = assigned;
  const c11 = `atomic_store_explicit(${addressText(place)}, ${value}, memory_order_${order});`;
  const gcc = `__atomic_store_n(${addressText(place)}, ${value}, __ATOMIC_${order.toUpperCase()});`;
  const atomic = /\batomic_|\bmemory_order_/.test(code) && !/\b__atomic_/.test(code);
  return atomic ? [c11, gcc] : [gcc, c11];
}

/** `&x`; `p` for `*p`. */
function addressText(place: string): string {
  const pointer = /^\*\s*([\w.]+(?:->\w+)*)$/.exec(place.trim());
  return pointer === null ? `&${place.trim()}` : pointer[1];
}

/** By the commas outside brackets. */
function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if ('([{'.includes(text[i])) depth++;
    else if (')]}'.includes(text[i])) depth--;
    else if (text[i] === ',' && depth === 0) {
      parts.push(text.slice(from, i).trim());
      from = i + 1;
    }
  }
  return [...parts, text.slice(from).trim()];
}

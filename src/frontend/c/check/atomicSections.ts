// Atomic sections that end on several ways: `atomic_begin(); if (c) { atomic_end(); return -1; } ... atomic_end();`.
// Lowering knows sections that begin and end in one list. Here each inner end becomes a jump to the end of the
// section, and a flag notes which end it was. The statements after the inner end run behind the section if the flag
// says so. Labels that only a section jumps to go into a block with their jumps.

import type { TypedStatement } from '../typed.js';
import { intType } from '../types.js';
import { constantOf } from './conversions.js';
import { newLocal } from './declarations.js';
import { jumpsIn, mapLists } from './jumpPaths.js';
import { loadOf, matches, set, whole } from './synthetic.js';

type Items = readonly TypedStatement[];

/** The body of a function whose atomic sections end where they begin, as far as they can; the others are left as they are. */
export function sectioned(body: Items): Items {
  let sections = 0;
  const rewrite = (list: Items): Items => {
    const begin = list.findIndex((s, i) => isAtomic(s, 'atomic-begin') && sectionAt(list, i) !== undefined);
    if (begin < 0) return list;
    const section = sectionAt(list, begin);
    if (section === undefined) return list;
    const { at } = list[begin];
    const label = `section@${++sections}`;
    const flag = newLocal('atomic section', intType, at);
    flag.assigned = true;
    const exits: Items[] = [];
    const inside = (items: Items): Items => {
      const end = items.findIndex((s) => isAtomic(s, 'atomic-end'));
      if (end < 0) return items.map(branches);
      exits.push(items.slice(end + 1));
      const leave: Items = [
        set(flag, constantOf(exits.length, at), at),
        { kind: 'goto', label, at: items[end].at },
      ];
      return [...items.slice(0, end).map(branches), ...leave];
    };
    const branches = (s: TypedStatement): TypedStatement => {
      if (!endsIn(s)) return s;
      if (s.kind === 'block') return { ...s, items: inside(s.items) };
      if (s.kind !== 'if') return s;
      const branch = (part: TypedStatement): TypedStatement =>
        endsIn(part) ? { kind: 'block', items: inside(listOf(part)), at: part.at } : part;
      const whenTrue = branch(s.whenTrue);
      return s.whenFalse === undefined
        ? { ...s, whenTrue }
        : { ...s, whenTrue, whenFalse: branch(s.whenFalse) };
    };
    const { last, rest } = section;
    const items = list.slice(begin + 1, last).map(branches);
    const close = endStatement(list[begin]);
    return [
      ...list.slice(0, begin),
      { kind: 'declare', variable: flag, initialiser: whole(intType, constantOf(0, at)), at },
      list[begin],
      { kind: 'block', items: [...items, { kind: 'label', name: label, at }], at },
      close,
      ...exits.flatMap(
        (exit, n): Items =>
          exit.length === 0
            ? []
            : [
                {
                  kind: 'if',
                  condition: matches(loadOf(flag, at), n + 1, n + 1),
                  whenTrue: { kind: 'block', items: exit, at },
                  at,
                },
              ],
      ),
      ...rewrite(list.slice(rest)),
    ];
  };
  return mapLists(withInnerJumps(body), rewrite);
}

/** `atomic_begin(); if (c) goto out; ...; out: atomic_end();`: from the first of the jumps and labels to the last of them, a block. */
function withInnerJumps(body: Items): Items {
  const timesJumpedTo = (items: Items, label: string): number =>
    jumpsIn(items).filter((jump) => jump.label === label).length;
  const rewrite = (list: Items): Items => {
    const begin = list.findIndex((s) => isAtomic(s, 'atomic-begin'));
    const length = list.slice(begin + 1).findIndex((s) => isAtomic(s, 'atomic-end'));
    if (begin < 0 || length < 0) return list;
    const [start, end] = [begin + 1, begin + 1 + length];
    const inside = list.slice(start, end);
    const labels = inside.flatMap((s) => (s.kind === 'label' ? [s.name] : []));
    const takesPart = inside.map(
      (s) => s.kind === 'label' || labels.some((label) => timesJumpedTo([s], label) > 0),
    );
    const block = inside.slice(takesPart.indexOf(true), takesPart.lastIndexOf(true) + 1);
    const isClosed = labels.every((label) => timesJumpedTo(body, label) === timesJumpedTo(block, label));
    const canBeBlock = labels.length > 0 && isClosed && block.every(({ kind }) => kind !== 'declare');
    const changed: Items = canBeBlock
      ? [
          ...inside.slice(0, takesPart.indexOf(true)),
          { kind: 'block', items: block, at: block[0].at },
          ...inside.slice(takesPart.lastIndexOf(true) + 1),
        ]
      : inside;
    return [...list.slice(0, start), ...changed, ...rewrite(list.slice(end))];
  };
  return mapLists(body, rewrite);
}

const isAtomic = (s: TypedStatement, op: 'atomic-begin' | 'atomic-end'): boolean =>
  s.kind === 'expression' && s.value.kind === 'builtin' && s.value.builtin.op === op;

/** The end of the section that begins there. */
function endStatement(begin: TypedStatement): TypedStatement {
  if (begin.kind !== 'expression' || begin.value.kind !== 'builtin') return begin;
  return { ...begin, value: { ...begin.value, builtin: { op: 'atomic-end' } } };
}

const listOf = (s: TypedStatement): Items => (s.kind === 'block' ? s.items : [s]);

/** The branches of a statement in which a section may end. */
function branchesOf(s: TypedStatement): Items[] {
  if (s.kind === 'block') return [s.items];
  if (s.kind !== 'if') return [];
  return [listOf(s.whenTrue), ...(s.whenFalse === undefined ? [] : [listOf(s.whenFalse)])];
}

const endsIn = (s: TypedStatement): boolean =>
  isAtomic(s, 'atomic-end') || branchesOf(s).some((items) => items.some(endsIn));

/**
 * A section with inner ends that can be rewritten: the list up to `last`; the rest starts at `rest`. Either the list
 * has an end of its own and control does not come back after an inner end, or all ways through a statement end the
 * section.
 */
function sectionAt(list: Items, begin: number): { readonly last: number; readonly rest: number } | undefined {
  const next = list.findIndex((s, i) => i > begin && isAtomic(s, 'atomic-begin'));
  const part = list.slice(begin + 1, next < 0 ? list.length : next);
  const own = part.findIndex((s) => isAtomic(s, 'atomic-end'));
  const first = part.findIndex(endsIn);
  if (first < 0 || first === own) return undefined;
  if (own < 0)
    return allEnd([part[first]]) ? { last: begin + first + 2, rest: begin + first + 2 } : undefined;
  const inner = part.slice(0, own);
  if (inner.some((s) => s.kind === 'label') || !inner.every(noneReturns)) return undefined;
  return { last: begin + 1 + own, rest: begin + 2 + own };
}

/** Nothing that would mean something else behind the section. */
const movable = (items: Items): boolean =>
  items.every((s) => s.kind !== 'declare' && s.kind !== 'label' && !isAtomic(s, 'atomic-begin'));

/** Every way through the list ends the section, last of all or before it jumps elsewhere. */
function allEnd(items: Items): boolean {
  if (!movable(items)) return false;
  const end = items.findIndex(endsIn);
  if (end < 0) return false;
  if (isAtomic(items[end], 'atomic-end')) return true;
  const parts = branchesOf(items[end]);
  const complete = items[end].kind === 'block' || parts.length === 2;
  return complete && end === items.length - 1 && parts.every(allEnd);
}

/** Every way that ends the section in this statement goes elsewhere. */
function noneReturns(s: TypedStatement): boolean {
  return branchesOf(s).every((items) => {
    if (!items.some(endsIn)) return true;
    if (!movable(items)) return false;
    const end = items.findIndex((inner) => isAtomic(inner, 'atomic-end'));
    if (end < 0) return items.every(noneReturns);
    return items.slice(0, end).every(noneReturns) && !completes(items.slice(end + 1));
  });
}

/** Whether the next statement may come after the list. */
function completes(items: Items): boolean {
  const last = items.at(-1);
  if (last === undefined) return true;
  if (last.kind === 'return' || last.kind === 'goto' || last.kind === 'break' || last.kind === 'continue')
    return false;
  if (last.kind === 'block') return completes(last.items);
  return (
    last.kind !== 'if' ||
    last.whenFalse === undefined ||
    [last.whenTrue, last.whenFalse].some((s) => completes(listOf(s)))
  );
}
